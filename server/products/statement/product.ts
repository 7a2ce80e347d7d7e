import { statementEndpoints } from '#domain/statement/contract.ts'
import type { Product } from '../product.ts'
import { statementRoutes } from './routes.ts'

/** Every entry of a customer's wallets. */
export const statement: Product = {
  name: 'statement',
  endpoints: statementEndpoints,
  open: () => ({ routes: statementRoutes }),
}
