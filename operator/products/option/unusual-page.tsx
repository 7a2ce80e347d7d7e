import { consoleUnusualWins, type UnusualCustomer } from '#domain/option/console.ts'
import { UNUSUAL_MIN_DECIDED } from '#domain/option/neutrality.ts'
import { grouped } from '#web/format/number.ts'
import { amountText } from '../../format.ts'
import { t } from '../../texts.ts'
import { DataTable } from '../../ui/data-table.tsx'
import { ofCustomer } from '../../ui/of-customer.ts'
import { Page } from '../../ui/page.tsx'
import type { Column } from '../../ui/table.tsx'

/** Customers who win seconds options more often than chance makes likely: a reason to look, and no more. */
export const UnusualWinsPage = () => (
  <Page title={t('option.unusual')}>
    <p className="max-w-[80ch] px-5 pt-4 text-13 text-t2">
      {t('option.unusual_why', { count: UNUSUAL_MIN_DECIDED })}
    </p>
    <DataTable
      endpoint={consoleUnusualWins}
      label={t('option.unusual')}
      empty={t('option.unusual_empty')}
      {...ofCustomer(undefined, columns)}
      keyOf={({ customerId }) => customerId}
    />
  </Page>
)

const columns: Column<UnusualCustomer>[] = [
  {
    title: t('option.column_won'),
    align: 'right',
    cell: ({ won, decided }) => t('option.won_of', { won, decided }),
  },
  {
    title: t('option.column_one_in'),
    align: 'right',
    cell: ({ oneIn }) => t('option.one_in', { count: grouped(String(oneIn)) }),
  },
  {
    title: t('option.column_stakes'),
    align: 'right',
    cell: ({ stakes, currency }) => <span className="whitespace-nowrap">{amountText(stakes, currency)}</span>,
  },
]
