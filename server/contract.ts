import type { Channel } from '#domain/channel.ts'
import { consoleEndpoints as ownConsoleEndpoints } from '#domain/console/contract.ts'
import type { Endpoint } from '#domain/endpoint.ts'
import { marketChannels, marketEndpoints } from '#domain/market/contract.ts'
import { statusEndpoints } from '#domain/status/contract.ts'
import { uploadEndpoints } from '#domain/upload/contract.ts'
import { userEndpoints } from '#domain/user/contract.ts'
import * as all from './products/all.ts'
import type { Product } from './products/product.ts'

/** All products. */
export const products: readonly Product[] = Object.values(all)

/** Every call that customers and visitors can make: what the published contract promises. */
export const customerEndpoints: readonly Endpoint[] = [
  ...marketEndpoints,
  ...userEndpoints,
  ...uploadEndpoints,
  ...statusEndpoints,
  ...products.flatMap(({ endpoints }) => endpoints),
]

/** Every channel of the customers' sockets. */
export const customerChannels: readonly Channel[] = [
  ...marketChannels,
  ...products.flatMap(({ channels }) => channels ?? []),
]

/** Every call of operators; served by another listener, to operators alone. */
export const consoleEndpoints: readonly Endpoint[] = [
  ...ownConsoleEndpoints,
  ...products.flatMap((product) => product.consoleEndpoints ?? []),
]

export const allEndpoints: readonly Endpoint[] = [...customerEndpoints, ...consoleEndpoints]
