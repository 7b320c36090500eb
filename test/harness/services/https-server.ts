import { once } from 'node:events'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'

/** A certificate for localhost that signs itself, valid until 2126-10-30. Its key is public and protects nothing. */
export const certificate = `-----BEGIN CERTIFICATE-----
MIIBljCCATugAwIBAgIUbSWfV9ZOD/lf7vqHr8osywgR61MwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyMzIyMDkzMFoYDzIxMjYxMDMw
MjIwOTMwWjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAAQQIKdgmCKHdl8Wsi+4bvbITefUiJb8WVPzN7ALZBm/tx4/Sip5RGTv
xgk5v0PuN1uSPOrzVpvgAKoQDrW6/XNGo2kwZzAdBgNVHQ4EFgQUPIqB5qLDPLyJ
huBxDPmTO3/eNOwwHwYDVR0jBBgwFoAUPIqB5qLDPLyJhuBxDPmTO3/eNOwwDwYD
VR0TAQH/BAUwAwEB/zAUBgNVHREEDTALgglsb2NhbGhvc3QwCgYIKoZIzj0EAwID
SQAwRgIhAO3zUuQga5IMiqk9EVbpoMzJbxxSXSTuiadGheSR+zYeAiEAk7y2yh9e
8bycq1VIOv/ctytxfJ+9rZjISgzaLLVThUM=
-----END CERTIFICATE-----`

/** The key of `certificate`. */
export const certificateKey = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgFffC/Jf7drypIb6e
bl2nLNkNhctfbgtq+pwqH1WPpGihRANCAAQQIKdgmCKHdl8Wsi+4bvbITefUiJb8
WVPzN7ALZBm/tx4/Sip5RGTvxgk5v0PuN1uSPOrzVpvgAKoQDrW6/XNG
-----END PRIVATE KEY-----`

/** An https server on a free port of this machine. */
export async function startHttpsServer() {
  const server = createServer({ key: certificateKey, cert: certificate }, (_request, response) =>
    response.end('ok'),
  )
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `https://localhost:${(server.address() as AddressInfo).port}`,
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
