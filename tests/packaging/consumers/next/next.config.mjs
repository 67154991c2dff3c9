export default {
  output: 'standalone',
  // Once with, once without.
  serverExternalPackages: process.env.EXTERNAL?.split(',') ?? [],
  // The page finds the Gateway on its own server.
  rewrites: async () => [{ source: '/s/:path*', destination: `${process.env.GATEWAY}/s/:path*` }],
}
