import type { Channel } from './channel.ts'
import { consoleEndpoints } from './console/contract.ts'
import { contentEndpoints } from './content/contract.ts'
import { earnEndpoints } from './earn/contract.ts'
import type { Endpoint } from './endpoint.ts'
import { marketChannels, marketEndpoints } from './market/contract.ts'
import { spotChannels, spotEndpoints } from './spot/contract.ts'
import { uploadEndpoints } from './upload/contract.ts'
import { userEndpoints } from './user/contract.ts'
import { walletEndpoints } from './wallet/contract.ts'

/** Every call that customers and visitors can make: what the published contract promises. */
export const customerEndpoints: readonly Endpoint[] = [
  ...contentEndpoints,
  ...marketEndpoints,
  ...userEndpoints,
  ...uploadEndpoints,
  ...walletEndpoints,
  ...spotEndpoints,
  ...earnEndpoints,
]

/** Every channel of the customers' sockets. */
export const customerChannels: readonly Channel[] = [...marketChannels, ...spotChannels]

/** Every call there is; the console's are served by another listener, to operators alone. */
export const allEndpoints: readonly Endpoint[] = [...customerEndpoints, ...consoleEndpoints]
