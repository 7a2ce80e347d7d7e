/** What a browser checks a balance with, as a script of its own. */
export { checkLiabilities } from '#domain/liabilities/proof.ts'
export { warmUp } from '#web/products/liabilities/warm-up.ts'
