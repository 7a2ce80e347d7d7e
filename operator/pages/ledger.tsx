import { useState } from 'react'
import { consoleCheckLedger, consoleLedger, type LedgerHealth } from '#domain/console/contract.ts'
import type { OutputOf } from '#domain/endpoint.ts'
import { useApiMutation, useApiQuery } from '#web/app/use-api.ts'
import { amount, isZero } from '#web/format/number.ts'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { KeyValue } from '#web/ui/key-value.tsx'
import { Bob } from '#web/ui/plumb-line.tsx'
import { amountText, timeUtc } from '../format.ts'
import { t } from '../texts.ts'
import { amountColumn } from '../ui/columns.tsx'
import { Page } from '../ui/page.tsx'
import { Panel } from '../ui/panel.tsx'
import { Answered, Nothing, Refused } from '../ui/states.tsx'
import type { Column } from '../ui/table.tsx'
import { WholeTable } from '../ui/whole-table.tsx'
import { sentence } from './subject-name.tsx'

type Line = OutputOf<typeof consoleLedger>['currencies'][number]

/** Who holds what, by currency, down to a sum that is zero. */
export function LedgerPage() {
  const call = useApiQuery(consoleLedger, {})
  const check = useApiMutation(consoleCheckLedger)
  const [chosen, setChosen] = useState<string>()
  const line = call.data?.currencies.find(({ currency }) => currency === chosen)
  return (
    <Page
      title={t('ledger.title')}
      summary={t('ledger.summary')}
      actions={
        <Button size="small" isPending={check.isPending} onClick={() => void check.send({})}>
          {t('ledger.check')}
        </Button>
      }
      panel={line && <PlatformAccounts line={line} onClose={() => setChosen(undefined)} />}
    >
      <Refused error={check.error} />
      <Answered call={call}>
        {({ health, currencies }) => (
          <>
            {health && <Health health={health} />}
            {currencies.length === 0 ? (
              <Nothing title={t('ledger.empty')} />
            ) : (
              <WholeTable
                name="ledger"
                label={t('ledger.title')}
                isDense
                columns={columns}
                rows={currencies}
                keyOf={({ currency }) => currency}
                chosen={chosen}
                onChoose={({ currency }) => setChosen(currency)}
              />
            )}
          </>
        )}
      </Answered>
    </Page>
  )
}

/** The rest is named by the audit of the command line. */
const SHOWN = 10

function Health({ health }: { health: LedgerHealth }) {
  return (
    <p role="status" className="flex gap-3 border-b border-line px-5 py-4 text-13">
      <Bob size={18} meaning={health.isSound ? 'recorded' : 'broken'} />
      <span>
        <span className={cx('block', !health.isSound && 'text-danger')}>
          {health.isSound
            ? t('ledger.sound')
            : t('ledger.unsound', {
                unbalanced: health.unbalanced.length,
                drifted: health.drifted,
                negative: health.negative,
                errors: health.errors.length,
              })}
        </span>
        {health.errors.length > 0 && (
          <ul className="list-disc pl-5 text-danger">
            {health.errors.slice(0, SHOWN).map((error) => (
              <li key={error} className="wrap-anywhere">
                {error}
              </li>
            ))}
            {health.errors.length > SHOWN && (
              <li>{t('ledger.more_errors', { number: health.errors.length - SHOWN })}</li>
            )}
          </ul>
        )}
        <span className="figures block text-12 text-t3">
          {t('ledger.accounts', { number: String(health.accounts) })} ·{' '}
          {t('shell.ledger_checked', { time: timeUtc(health.checkedAtMs) })}
        </span>
      </span>
    </p>
  )
}

function PlatformAccounts({ line, onClose }: { line: Line; onClose(): void }) {
  return (
    <Panel title={t('ledger.accounts_of', { currency: line.currency })} onClose={onClose}>
      <KeyValue
        ruled
        lines={[
          ...line.platform.map(({ account, balance }) => ({
            name: sentence(account).replace('Otc', 'OTC').replace('Nft', 'NFT').replace('Ieo', 'IEO'),
            value: amountText(balance, line.currency),
          })),
          {
            name: t('ledger.column_platform'),
            value: amountText(line.platformTotal, line.currency),
            isStrong: true,
          },
        ]}
      />
    </Panel>
  )
}

const columns: Column<Line>[] = [
  {
    title: t('common.currency'),
    value: ({ currency }) => currency,
    cell: ({ currency }) => <strong>{currency}</strong>,
  },
  amountColumn(t('ledger.column_customers'), 'customers'),
  { ...amountColumn(t('ledger.column_traders'), 'traders'), isWide: true },
  amountColumn(t('ledger.column_platform'), 'platformTotal'),
  amountColumn(t('ledger.column_outside'), 'outside'),
  {
    title: t('ledger.column_sum'),
    value: ({ sum }) => sum,
    align: 'right',
    cell: ({ sum }) => (
      <span className={cx('inline-flex items-center gap-2 font-semibold', !isZero(sum) && 'text-danger')}>
        {isZero(sum) ? '0' : amount(sum)}
        <Bob size={14} meaning={isZero(sum) ? 'recorded' : 'broken'} />
      </span>
    ),
  },
]
