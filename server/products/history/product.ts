import { historyEndpoints, receiptProducts } from '#domain/history/contract.ts'
import type { Product } from '../product.ts'
import { historyRoutes } from './routes.ts'

/** Everything of a customer's that ended, whatever product it was of. */
export const history: Product = {
  name: 'history',
  isAnsweredAnywhere: true,
  endpoints: historyEndpoints,
  open: ({ products, markets }) => ({
    routes: historyRoutes({
      ended: products.flatMap(({ ended }) => ended ?? []),
      signed: products.flatMap(({ name, ownOrders }) => {
        const product = receiptProducts.find((one) => one === name)
        return product && ownOrders ? [{ product, ownOrders }] : []
      }),
      publicKey: markets.proofs.signer.publicKey,
    }),
  }),
}
