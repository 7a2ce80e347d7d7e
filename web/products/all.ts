/** Every product of the app. A new one is a line here; what it brings is in its `product.ts`. */
export { contract } from './contract/product.ts'
export { deposit } from './deposit/product.ts'
export { earn } from './earn/product.ts'
export { notice } from './notice/product.ts'
export { option } from './option/product.ts'
export { spot } from './spot/product.ts'
export { statement } from './statement/product.ts'
export { wallet } from './wallet/product.ts'
