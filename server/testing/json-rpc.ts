import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A node's JSON-RPC, answered on loopback by a test. */
export interface JsonRpcServer {
  readonly url: string
  stop(): Promise<void>
}

/** What says that there is no such method. */
const NO_METHOD = { code: -32601, message: 'the method does not exist' }

/** Starts a server that answers each call with what `answer` returns; `undefined` is a method that does not exist. */
export async function startJsonRpc(
  answer: (method: string, params: readonly unknown[]) => unknown,
): Promise<JsonRpcServer> {
  const server = createServer(async (request, response) => {
    const { id, method, params } = JSON.parse((await request.toArray()).join(''))
    const result = answer(method, params)
    response.setHeader('content-type', 'application/json')
    const outcome = result === undefined ? { error: NO_METHOD } : { result }
    response.end(JSON.stringify({ jsonrpc: '2.0', id, ...outcome }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
