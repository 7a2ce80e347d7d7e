/** Every product. A new one is a line here; what it brings is in its `product.ts`. */
export { content } from './content/product.ts'
export { deposit } from './deposit/product.ts'
export { earn } from './earn/product.ts'
export { listing } from './listing/product.ts'
export { spot } from './spot/product.ts'
export { statement } from './statement/product.ts'
export { treasury } from './treasury/product.ts'
export { wallet } from './wallet/product.ts'
