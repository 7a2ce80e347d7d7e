import { apiKeyEndpoints, apiKeys } from '#domain/apikey/contract.ts'
import type { OpenProduct, Product } from '../product.ts'
import { apiKeyRoutes } from './routes.ts'
import type { KeyDeps } from './service.ts'
import { forgetKeys, removeKeys } from './store.ts'

/** Keys of customers' own programs. What they open is `server/exchange`. */
export const apikey: Product<OpenProduct & { readonly keys: KeyDeps }> = {
  name: 'apikey',
  endpoints: apiKeyEndpoints,
  keeps: [apiKeys],
  erase: removeKeys,
  forget: forgetKeys,
  testing: () => import('./testing.ts').then(({ apiKeyTesting }) => apiKeyTesting),
  open({ db, clock, privateData, asOwner }) {
    const keys = { db, clock, privateData }
    return { keys, routes: apiKeyRoutes({ ...keys, asOwner }) }
  },
}
