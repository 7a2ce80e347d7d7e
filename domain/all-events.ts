/** The statement's events of every product. A new one is a line here. */
export { contractEvents } from './contract/events.ts'
export { convertEvents } from './convert/events.ts'
export { copyEvents } from './copy/events.ts'
export { depositEvents } from './deposit/events.ts'
export { earnEvents } from './earn/events.ts'
export { optionEvents } from './option/events.ts'
export { spotEvents } from './spot/events.ts'
export { walletEvents } from './wallet/events.ts'
