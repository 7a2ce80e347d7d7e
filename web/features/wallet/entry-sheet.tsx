import { Link } from 'react-router'
import type { Reason } from '#domain/reasons.ts'
import { type PageRoute, toPage } from '#web/app/page-list.ts'
import { amount, isZero } from '#web/format/number.ts'
import { dateTime } from '#web/format/time.ts'
import { useTexts } from '#web/texts/texts.ts'
import { KeyValue } from '#web/ui/key-value.tsx'
import { Sheet } from '#web/ui/sheet.tsx'
import { orderLinkOf, SEVERAL_ORDERS } from '../spot/order-link.ts'
import { CordColumn } from './cord-column.tsx'
import { signedAmount } from './statement-row-button.tsx'
import type { StatementRow } from './statement-rows.ts'
import { useMasked } from './use-masked.ts'

/** Where what a transfer belongs to can be looked at; the rest has no page of its own. */
const pageOf: Partial<Record<Reason, PageRoute>> = {
  deposit: 'pages/fund/receive_withdraw_record',
  'spot-hold': 'pages/transaction/currency_order',
  'spot-release': 'pages/transaction/currency_order',
  'spot-trade': 'pages/transaction/currency_order',
  'spot-fee': 'pages/transaction/currency_order',
  'earn-subscription': 'pages/lockming/order',
  'earn-interest': 'pages/lockming/order',
  'earn-matured': 'pages/lockming/order',
  'earn-redeemed': 'pages/lockming/order',
  'earn-penalty': 'pages/lockming/order',
}

/** One transfer with each of its entries: debit or credit, and the balance after it. */
export function EntrySheet({ row, onClose }: { row: StatementRow; onClose(): void }) {
  const { t } = useTexts()
  const masked = useMasked()
  const page = pageOf[row.reason]
  return (
    <Sheet isOpen onClose={onClose} title={t(`wallet.reason_${row.reason}`)} text={dateTime(row.atMs)}>
      <CordColumn
        rows={row.entries.map((entry) => ({
          key: `${entry.walletType} ${entry.state}`,
          name: `${t(`wallet.type_${entry.walletType}`)} · ${t(entry.state === 'held' ? 'wallet.held' : 'wallet.available')}`,
          note: t(entry.amount.startsWith('-') ? 'wallet.debit_after' : 'wallet.credit_after', {
            balance: masked(amount(entry.balance)),
          }),
          value: masked(signedAmount(entry.amount)),
        }))}
        sumName={t('wallet.net')}
        sum={
          <>
            {masked(signedAmount(row.net))}{' '}
            <span className="text-13 font-normal text-t2">{row.currency}</span>
          </>
        }
      />
      <p className="pb-3 text-12 text-t3">
        {t(isZero(row.net) ? 'wallet.both_sides_yours' : 'wallet.other_side')}
      </p>
      <KeyValue
        ruled
        lines={[
          { name: t('wallet.transfer_no'), value: `#${row.transferId}` },
          ...(row.reference === SEVERAL_ORDERS
            ? []
            : [
                {
                  name: t('wallet.reference'),
                  value: page ? (
                    <Link
                      to={toPage(page, orderLinkOf(row.reason, row.reference))}
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
