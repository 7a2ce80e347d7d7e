import type { ReactNode } from 'react'
import { closedProducts } from '#domain/eligibility/contract.ts'
import type { CountryProduct } from '#domain/eligibility/products.ts'
import { useSignedIn } from '#web/app/client-state.ts'
import { useApiQuery } from '#web/app/use-api.ts'
import { usePractising } from '#web/features/practice/practice.ts'
import { refusalText } from '#web/texts/texts.ts'

/**
 * The form that begins something of a product. Where the customer's country has closed it a sentence stands in its place: the
 * server would refuse what is typed.
 */
export function Offered({
  product,
  children,
}: {
  /** One, or all of those that it takes. */
  product: CountryProduct | readonly CountryProduct[]
  children?: ReactNode
}) {
  const isSignedIn = useSignedIn()
  const isPractising = usePractising()
  const { data } = useApiQuery(closedProducts, {}, { enabled: isSignedIn && !isPractising })
  if (isPractising || ![product].flat().some((one) => data?.closed.includes(one))) return children
  return (
    <p role="status" className="gutter py-4 text-15 text-t2">
      {refusalText('COUNTRY_NOT_OFFERED')}
    </p>
  )
}
