import { Link } from 'react-router'
import type { CountryProduct } from '#domain/eligibility/products.ts'
import { toPage } from '#web/app/page-list.ts'
import { refusalText, type Translate, useTexts } from '#web/texts/texts.ts'
import { cx } from '#web/ui/cx.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'

/** How what stands in the place of a form is shown, and where it leads. */
export interface ClosedProps {
  /** One, or all of those that it takes. */
  product: CountryProduct | readonly CountryProduct[]
  /** Of the sentence, for what it describes. */
  id?: string | undefined
  /** Whether it stands within the page's gutter already. */
  isIndented?: boolean | undefined
  /** Whether it begins something by what the customer has, so that not all of that can be used. */
  isOfOwn?: boolean | undefined
  /** Where the customer finds what they have, on a page that has nothing else. */
  instead?: { label: string; to: string } | undefined
}

/**
 * That a product is closed in the customer's country, with what becomes of what they have in it: both at once, so that what is below
 * moves no second time. Its words are the area `eligibility_pages`.
 */
export default function ClosedProduct({ product, id, isIndented, isOfOwn, instead }: ClosedProps) {
  const { t } = useTexts()
  const [first] = [product].flat()
  // Of a verification nothing is had that could be ended.
  const stays = first === 'registration' || isOfOwn ? undefined : staysText(first!, t)
  if (instead)
    return (
      <div role="status" id={id}>
        <EmptyState
          title={refusalText('COUNTRY_NOT_OFFERED')}
          {...(stays !== undefined && { text: stays })}
          action={instead}
        />
      </div>
    )
  return (
    <div role="status" id={id} className={cx('py-4 text-15 text-t2', !isIndented && 'gutter')}>
      <p>{refusalText('COUNTRY_NOT_OFFERED')}</p>
      {stays !== undefined && (
        <p className="pt-1 text-13">
          {stays}
          {first === 'otc' && (
            <>
              {' '}
              <Link
                to={toPage('pages/otc/orders')}
                className="text-t1 underline decoration-line2 underline-offset-4"
              >
                {t('eligibility_pages.to_otc_orders')}
              </Link>
            </>
          )}
        </p>
      )}
    </div>
  )
}

/** What becomes of what a customer has in a product. A copy takes contracts too: where either is closed it is paused. */
function staysText(product: CountryProduct, t: Translate): string {
  if (product === 'otc') return t('eligibility_pages.otc_stays')
  return t(product === 'copy' ? 'eligibility_pages.copy_stays' : 'eligibility_pages.what_stays')
}
