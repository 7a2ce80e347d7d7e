/** Every product that brings something to the console. A new one is a line here. */
export { contract } from './contract/product.ts'
export { deposit } from './deposit/product.ts'
export { earn } from './earn/product.ts'
export { listing } from './listing/product.ts'
export { notice } from './notice/product.ts'
export { spot } from './spot/product.ts'
export { statement } from './statement/product.ts'
export { treasury } from './treasury/product.ts'
