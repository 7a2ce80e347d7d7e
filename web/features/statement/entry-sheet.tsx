import { Link } from 'react-router'
import { type Reason, reasonText } from '#domain/reasons.ts'
import { toPage } from '#web/app/page-list.ts'
import { useMasked } from '#web/features/money/use-masked.ts'
import { zonedStamp } from '#web/features/time/zoned.ts'
import { amount, isZero } from '#web/format/number.ts'
import type { PageLink, Product } from '#web/products/product.ts'
import { useProducts } from '#web/products/products-context.ts'
import { useTexts } from '#web/texts/texts.ts'
import { CordColumn } from '#web/ui/cord-column.tsx'
import { KeyValue } from '#web/ui/key-value.tsx'
import { Sheet } from '#web/ui/sheet.tsx'
import { signedAmount } from './statement-row-button.tsx'
import type { StatementRow } from './statement-rows.ts'

/** The reference of a transfer that belongs to several orders at once: it leads to none. */
const NO_REFERENCE = '0'

/** Where what a transfer refers to can be looked at; the rest has no page of its own. */
const linkOf = (products: readonly Product[], reason: Reason): PageLink | undefined =>
  products.map(({ reasons }) => reasons?.[reason]).find((link) => link) ?? undefined

/** One transfer with each of its entries: debit or credit, and the balance after it. */
export function EntrySheet({ row, onClose }: { row: StatementRow; onClose(): void }) {
  const { t } = useTexts()
  const masked = useMasked()
  const link = linkOf(useProducts(), row.reason)
  return (
    <Sheet isOpen onClose={onClose} title={t(reasonText(row.reason))} text={zonedStamp(row.atMs)}>
      <CordColumn
        rows={row.entries.map((entry) => ({
          key: `${entry.walletType} ${entry.state}`,
          name: `${t(`wallet.type_${entry.walletType}`)} · ${t(entry.state === 'held' ? 'wallet.held' : 'wallet.available')}`,
          note: t(
            entry.amount.startsWith('-') ? 'statement_pages.debit_after' : 'statement_pages.credit_after',
            {
              balance: masked(amount(entry.balance)),
            },
          ),
          value: masked(signedAmount(entry.amount)),
        }))}
        sumName={t('statement_pages.net')}
        sum={
          <>
            {masked(signedAmount(row.net))}{' '}
            <span className="text-13 font-normal text-t2">{row.currency}</span>
          </>
        }
      />
      <p className="pb-3 text-12 text-t3">
        {t(isZero(row.net) ? 'statement_pages.both_sides_yours' : 'statement_pages.other_side')}
      </p>
      <KeyValue
        ruled
        lines={[
          { name: t('statement_pages.transfer_no'), value: `#${row.transferId}` },
          ...(row.reference === NO_REFERENCE
            ? []
            : [
                {
                  name: t('statement_pages.reference'),
                  value: link ? (
                    <Link
                      to={toPage(link.page, { [link.param]: row.reference })}
                      className="target press underline decoration-line2 underline-offset-4"
                    >
                      {row.reference}
                    </Link>
                  ) : (
                    row.reference
                  ),
                },
              ]),
        ]}
      />
    </Sheet>
  )
}
