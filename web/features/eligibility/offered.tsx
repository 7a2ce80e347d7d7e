import { type ComponentType, lazy, type ReactNode, Suspense } from 'react'
import { closedProducts } from '#domain/eligibility/contract.ts'
import type { CountryProduct } from '#domain/eligibility/products.ts'
import { useSignedIn } from '#web/app/client-state.ts'
import { useApiQuery } from '#web/app/use-api.ts'
import { usePractising } from '#web/features/practice/practice.ts'
import { loadArea, refusalText } from '#web/texts/texts.ts'
import { cx } from '#web/ui/cx.ts'
import type { ClosedProps } from './closed-product.tsx'

/** With its words, as few see it; without them it is only said that the product is closed. */
const ClosedProduct = lazy<ComponentType<ClosedProps>>(() =>
  Promise.all([import('./closed-product.tsx'), loadArea('eligibility_pages')]).then(
    ([closed]) => closed,
    () => ({ default: OnlyClosed }),
  ),
)

const OnlyClosed = ({ id, isIndented }: ClosedProps) => (
  <p role="status" id={id} className={cx('py-4 text-15 text-t2', !isIndented && 'gutter')}>
    {refusalText('COUNTRY_NOT_OFFERED')}
  </p>
)

/**
 * The form that begins something of a product. Where the customer's country has closed it a sentence stands in its place: the
 * server would refuse what is typed.
 */
export function Offered({
  children,
  ...closed
}: {
  /** The form; it stays until the sentence can take its place at once. */
  children?: ReactNode
} & ClosedProps) {
  if (useOffered(closed.product)) return children
  return (
    <Suspense fallback={children}>
      <ClosedProduct {...closed} />
    </Suspense>
  )
}

/** Whether something of a product can be begun here: true until it is known that the customer's country has closed it. */
export function useOffered(product: CountryProduct | readonly CountryProduct[]): boolean {
  const isSignedIn = useSignedIn()
  const isPractising = usePractising()
  const { data } = useApiQuery(closedProducts, {}, { enabled: isSignedIn && !isPractising })
  return isPractising || ![product].flat().some((one) => data?.closed.includes(one))
}
