import { HandCoins } from 'lucide-react'
import { Link } from 'react-router'
import type { OutputOf } from '#domain/endpoint.ts'
import type { SavingsView, walletHolds } from '#domain/wallet/contract.ts'
import { toPage } from '#web/app/page-list.ts'
import { zonedMoment } from '#web/features/time/zoned.ts'
import { amount, isZero } from '#web/format/number.ts'
import { useProducts } from '#web/products/products-context.ts'
import { useTexts } from '#web/texts/texts.ts'
import { wayOut } from './hold-words.ts'

export type HeldWallet = OutputOf<typeof walletHolds>[number]

/**
 * What else keeps money of the currency from being used: orders, positions, requests and products without a quote, each
 * with how it is freed and a link to where that is done. None of it has a figure that is guaranteed.
 */
export function HeldList({
  currency,
  wallets,
  products: inProducts,
}: {
  currency: string
  wallets: readonly HeldWallet[]
  products: readonly SavingsView[]
}) {
  const { t, locale } = useTexts()
  const products = useProducts()
  const linkOf = (kind: string) => products.map(({ holds }) => holds?.[kind]).find((own) => own)
  const title = t('financial_pages.held', { currency })
  return (
    <section aria-label={title} className="gutter pt-5">
      <h2 className="flex items-center gap-2 text-13 text-t2">
        <HandCoins aria-hidden size={14} />
        {title}
      </h2>
      <p className="pt-1 text-12 text-t3">{t('financial_pages.held_why')}</p>
      <ul>
        {wallets.flatMap(({ walletType, holds, rest }) => [
          ...holds.map((hold) => {
            const link = linkOf(hold.kind)
            return (
              <Held
                key={`${hold.kind} ${hold.reference}`}
                name={t(link?.title ?? 'wallet.hold_request')}
                note={`#${hold.reference.slice(-6)} · ${zonedMoment(hold.sinceMs, locale)} · ${t(`wallet.type_${walletType}`)}`}
                value={`${amount(hold.amount)} ${currency}`}
                way={t(wayOut(hold.kind))}
                {...(link && {
                  to: toPage(link.page, { [link.param]: hold.reference }),
                  action: t(link.action),
                })}
              />
            )
          }),
          !isZero(rest) && (
            <Held
              key={`rest ${walletType}`}
              name={t('wallet.holds_rest')}
              note={t(`wallet.type_${walletType}`)}
              value={`${amount(rest)} ${currency}`}
              way={t('financial_pages.free_rest')}
              to={toPage('pages/setting/bill', { currency, walletType })}
              action={t('wallet.open_statement')}
            />
          ),
        ])}
        {inProducts.map((line) => {
          const money = products.find(({ name }) => name === line.product)?.money
          return (
            money && (
              <Held
                key={line.product}
                name={t(money.title)}
                value={`${amount(line.amount)} ${currency}`}
                way={t('financial_pages.free_product')}
                to={toPage(money.page)}
                action={t('financial_pages.see')}
              />
            )
          )
        })}
      </ul>
    </section>
  )
}

function Held({
  name,
  note,
  value,
  way,
  to,
  action,
}: {
  name: string
  note?: string
  value: string
  /** How it is freed. */
  way: string
  to?: string
  action?: string
}) {
  return (
    <li className="border-b border-line py-3 text-13">
      <span className="flex flex-wrap justify-between gap-x-3">
        <span className="text-15">{name}</span>
        <span className="figures text-15 font-semibold">{value}</span>
      </span>
      {note && <span className="figures block text-12 text-t3">{note}</span>}
      <span className="flex flex-wrap items-center justify-between gap-x-3">
        <span className="text-t2">{way}</span>
        {to && (
          <Link to={to} className="target press text-t1 underline decoration-line2 underline-offset-4">
            {action}
          </Link>
        )}
      </span>
    </li>
  )
}
