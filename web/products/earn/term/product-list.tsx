import { Link } from 'react-router'
import { earnProducts, type ProductView } from '#domain/earn/contract.ts'
import { ErrorState } from '#web/app/error-state.tsx'
import { useApiQuery } from '#web/app/use-api.ts'
import { amount } from '#web/format/number.ts'
import { useTexts } from '#web/texts/texts.ts'
import { Tag } from '#web/ui/badge.tsx'
import { cx } from '#web/ui/cx.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { FundLine } from './fund-line.tsx'
import { type AppTermKind, toKindPage } from './kind.ts'
import { rateWords } from './rate-words.ts'

/** The products of a kind on offer, and the fund that pays their interest. */
export function ProductList({ kind, currency }: { kind: AppTermKind; currency?: string | undefined }) {
  const { t } = useTexts()
  const query = useApiQuery(earnProducts, { kind: kind.name }, { refetchMs: 30_000 })
  if (query.isError && !query.data)
    return <ErrorState error={query.error} onRetry={() => void query.refetch()} />
  // To the end of a phone's screen, so that what follows comes below it and does not move.
  if (!query.data) return <SkeletonRows count={7} height={84} />
  const products = query.data.products.filter((product) => !currency || product.currency === currency)
  if (products.length === 0)
    return <EmptyState isSmall title={t('earn_pages.no_products')} text={t('earn_pages.no_products_why')} />
  return (
    <>
      <ul>
        {products.map((product) => (
          <li key={product.id}>
            <ProductRow kind={kind} product={product} />
          </li>
        ))}
      </ul>
      <FundLine kind={kind} funds={query.data.interestFund} />
    </>
  )
}

function ProductRow({ kind, product }: { kind: AppTermKind; product: ProductView }) {
  const { t } = useTexts()
  const isOpen = product.availability === 'open'
  const rate = rateWords(product, t)
  return (
    <Link
      to={toKindPage(kind, 'subscribe', { id: product.id })}
      className="press block gutter focus-visible:-outline-offset-2"
    >
      <div className="hairline big-wrap flex min-h-21 items-center gap-3 py-3">
        <div className="min-w-28">
          <p
            className={cx(
              'figures font-semibold',
              product.aprPercent === null ? 'text-17' : 'text-20',
              isOpen ? 'text-gold' : 'text-t2',
            )}
          >
            {rate.main}
          </p>
          <p className="figures text-12 text-t3">{rate.note}</p>
        </div>
        {/* Side by side where there is room for both. */}
        <div className="big-whole min-w-0 flex-1 xs:flex xs:items-center xs:gap-3">
          <div className="min-w-0 flex-1">
            <p className="flex flex-wrap items-center gap-x-2 text-15 font-semibold">
              {kind.nameOf(product, t)}
              {product.tag && <Tag>{t(`earn_pages.tag_${product.tag}`)}</Tag>}
            </p>
            <p className="figures text-12 text-t2">
              {t('earn_pages.range', {
                minimum: amount(product.minimum, 0),
                maximum: amount(product.maximum, 0),
                currency: product.currency,
              })}
            </p>
          </div>
          <RemainingCapacity product={product} className="mt-2 xs:mt-0 xs:text-right" />
        </div>
      </div>
    </Link>
  )
}

/** How much of a product is still to be had, as words and as a bar. */
export function RemainingCapacity({
  product,
  className = 'text-right',
}: {
  product: ProductView
  className?: string
}) {
  const { t } = useTexts()
  const words =
    product.availability === 'open'
      ? t('earn_pages.available_share', { percent: product.leftPercent })
      : t(product.availability === 'closed' ? 'earn_pages.closed' : 'earn_pages.sold_out')
  return (
    <div className={cx('min-w-16 shrink-0', className)}>
      <p className="figures text-12 whitespace-nowrap text-t2">{words}</p>
      <div aria-hidden className="mt-1 h-0.5 bg-s3 xs:mt-2">
        <div className="h-full bg-t2" style={{ width: `${100 - product.leftPercent}%` }} />
      </div>
    </div>
  )
}
