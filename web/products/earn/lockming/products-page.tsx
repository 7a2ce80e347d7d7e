import { ProductsOfKind } from '../term/products-of-kind.tsx'
import { KindSwitch } from './kind-switch.tsx'
import { useLockKind } from './use-lock-kind.ts'

/** The locked deposits on offer, or lock-mining. */
export default function LockProductsPage() {
  const kind = useLockKind()
  return (
    <ProductsOfKind key={kind.name} kind={kind}>
      <KindSwitch />
    </ProductsOfKind>
  )
}
