import type { ExchangeMarket } from '#domain/exchange/symbols.ts'
import { ExchangeError } from '../errors.ts'
import type { ExchangeRoute } from '../route.ts'
import type { ListenKeys } from './listen-keys.ts'

/** The calls about names of a customer's own streams: no client signs them, see docs/decisions/0030. */

const noListenKey = () => new ExchangeError(-1125, 'This listenKey does not exist.')

const paths: readonly (readonly [ExchangeMarket, string])[] = [
  ['spot', '/api/v3/userDataStream'],
  ['contract', '/fapi/v1/listenKey'],
]

export const listenKeyRoutes = (listenKeys: ListenKeys): ExchangeRoute[] =>
  paths.flatMap(([market, path]) => {
    const call = { path, scope: 'read', isUnsigned: true, weight: 2, asked: 'read' } as const
    return [
      { ...call, method: 'POST', handle: (_, by) => ({ listenKey: listenKeys.open(by, market) }) },
      {
        ...call,
        method: 'PUT',
        handle(_, by) {
          if (!listenKeys.extend(by, market)) throw noListenKey()
          return { listenKey: listenKeys.open(by, market) }
        },
      },
      {
        ...call,
        method: 'DELETE',
        handle(_, by) {
          if (!listenKeys.close(by, market)) throw noListenKey()
          return {}
        },
      },
    ] satisfies ExchangeRoute[]
  })
