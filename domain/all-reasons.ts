/** The reasons of every product. A new one is a line here. */
export { contractReasons } from './contract/reasons.ts'
export { copyReasons } from './copy/reasons.ts'
export { depositReasons } from './deposit/reasons.ts'
export { earnReasons } from './earn/reasons.ts'
export { optionReasons } from './option/reasons.ts'
export { spotReasons } from './spot/reasons.ts'
export { treasuryReasons } from './treasury/reasons.ts'
export { walletReasons } from './wallet/reasons.ts'
