import { ProductsOfKind } from '../term/products-of-kind.tsx'
import { locked } from './locked.ts'

/** The locked deposits on offer. */
export default function LockedProductsPage() {
  return <ProductsOfKind kind={locked} />
}
