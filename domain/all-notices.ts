/** The kinds of notice of every product. A new one is a line here. */
export { alertNotices } from './alert/notices.ts'
export { contractNotices } from './contract/notices.ts'
export { depositNotices } from './deposit/notices.ts'
export { earnNotices } from './earn/notices.ts'
export { optionNotices } from './option/notices.ts'
export { spotNotices } from './spot/notices.ts'
export { userNotices } from './user/notices.ts'
