"""What every language layer has to do by hand: the library, the mailbox, and how values cross.

Nothing here is part of the API. The modules beside this package are generated from the contract and use it.
"""
