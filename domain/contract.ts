import type { Call } from './call.ts'
import { consoleCalls } from './console/contract.ts'
import { contentCalls } from './content/contract.ts'
import { earnCalls } from './earn/contract.ts'
import { marketCalls } from './market/contract.ts'
import { spotCalls } from './spot/contract.ts'
import { uploadCalls } from './upload/contract.ts'
import { userCalls } from './user/contract.ts'
import { walletCalls } from './wallet/contract.ts'

/** Every call that customers and visitors can make: what the published contract promises. */
export const customerCalls: readonly Call[] = [
  ...contentCalls,
  ...marketCalls,
  ...userCalls,
  ...uploadCalls,
  ...walletCalls,
  ...spotCalls,
  ...earnCalls,
]

/** Every call there is; the console's are served by another listener, to operators alone. */
export const allCalls: readonly Call[] = [...customerCalls, ...consoleCalls]
