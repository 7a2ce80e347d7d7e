import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { countryProducts } from './products.ts'

/** What is closed to a customer. */

export const closedProducts = endpoint({
  area: 'user',
  method: 'GET',
  path: '/user/closed',
  access: 'user',
  summary:
    'Which products are not offered in the customer’s country at present; what one has in them can be ended',
  output: z.object({ closed: z.array(z.enum(countryProducts)) }),
})

export const eligibilityEndpoints = [closedProducts] as const
