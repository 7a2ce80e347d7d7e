import type { OutputOf } from '#domain/endpoint.ts'
import { consoleLiabilities, takeLiabilities } from '#domain/liabilities/console.ts'
import { toast } from '#web/app/toast.ts'
import { useApiMutation, useApiQuery } from '#web/app/use-api.ts'
import { amount } from '#web/format/number.ts'
import { Button } from '#web/ui/button.tsx'
import { useMay } from '../../app/session.ts'
import { dateTimeUtc, shortHash } from '../../format.ts'
import { t } from '../../texts.ts'
import { amountColumn, coveredColumn } from '../../ui/columns.tsx'
import { Section } from '../../ui/page.tsx'
import { Answered, Nothing, Refused } from '../../ui/states.tsx'
import type { Column } from '../../ui/table.tsx'
import { WholeTable } from '../../ui/whole-table.tsx'

type Published = OutputOf<typeof consoleLiabilities>

const PUBLISHED_EVERY_MS = 30_000

/** What customers are owed, as it was last published, beside the reserves: a section of the treasury page. */
export function Liabilities() {
  const call = useApiQuery(consoleLiabilities, {}, { refetchMs: PUBLISHED_EVERY_MS })
  const take = useApiMutation(takeLiabilities, { toastsRefusal: false })
  const mayTake = useMay(takeLiabilities)
  async function publish() {
    const said = await take.send({})
    if (!said) return
    toast(t('liabilities.taken', { number: said.number }))
    await call.refetch()
  }
  return (
    <Section
      title={t('liabilities.title')}
      text={t('liabilities.text')}
      actions={
        mayTake && (
          <Button size="small" isPending={take.isPending} onClick={() => void publish()}>
            {t('liabilities.take')}
          </Button>
        )
      }
    >
      <Refused error={take.error} />
      <Answered call={call}>
        {({ newest, snapshots, onChains }) =>
          newest ? (
            <>
              <p className="figures px-5 pb-2 text-12 text-t3">
                {t('liabilities.newest', { number: newest.number, time: dateTimeUtc(newest.atMs) })} ·{' '}
                {t('liabilities.root', { root: shortHash(newest.root) })}
              </p>
              <Totals newest={newest} onChains={onChains} />
              <Snapshots snapshots={snapshots} />
            </>
          ) : (
            <Nothing title={t('liabilities.none')} text={t('liabilities.none_text')} />
          )
        }
      </Answered>
    </Section>
  )
}

function Totals({
  newest,
  onChains,
}: {
  newest: NonNullable<Published['newest']>
  onChains: Published['onChains']
}) {
  if (newest.currencies.length === 0)
    return <Nothing title={t('liabilities.owed_to_nobody')} text={t('liabilities.owed_to_nobody_text')} />
  const rows = newest.currencies.map((line) => ({
    ...line,
    onChain: onChains.find(({ currency }) => currency === line.currency)?.amount,
  }))
  return (
    <WholeTable
      name="liabilities"
      label={t('liabilities.title')}
      columns={totalColumns}
      rows={rows}
      keyOf={({ currency }) => currency}
    />
  )
}

type Total = NonNullable<Published['newest']>['currencies'][number] & { readonly onChain: string | undefined }

const totalColumns: readonly Column<Total>[] = [
  coveredColumn(t('liabilities.currency'), {
    covered: t('liabilities.covered'),
    uncovered: t('liabilities.uncovered'),
  }),
  amountColumn(t('liabilities.owed'), 'liabilities'),
  amountColumn(t('liabilities.reserves'), 'reserves'),
  {
    title: t('liabilities.found'),
    align: 'right',
    isWide: true,
    value: ({ found }) => found ?? '',
    cell: ({ found }) =>
      found === null ? <span className="text-t3">{t('liabilities.not_read')}</span> : amount(found),
  },
  {
    title: t('liabilities.chains'),
    align: 'right',
    isWide: true,
    value: ({ onChain }) => onChain ?? '',
    cell: ({ onChain }) =>
      onChain === undefined ? <span className="text-t3">{t('liabilities.no_chain')}</span> : amount(onChain),
  },
]

type Snapshot = Published['snapshots'][number]

const Snapshots = ({ snapshots }: Pick<Published, 'snapshots'>) => (
  <details className="py-3">
    <summary className="cursor-pointer px-5 pb-2 text-13 text-t2">
      {t('liabilities.snapshots')} · {snapshots.length}
    </summary>
    <WholeTable
      name="snapshots"
      label={t('liabilities.snapshots')}
      isDense
      columns={snapshotColumns}
      rows={snapshots}
      keyOf={({ number }) => String(number)}
    />
  </details>
)

const snapshotColumns: readonly Column<Snapshot>[] = [
  {
    title: t('liabilities.number'),
    value: ({ number }) => String(number),
    cell: ({ number }) => <span className="figures">{number}</span>,
  },
  {
    ...{ title: t('liabilities.published'), align: 'right' },
    value: ({ atMs }) => dateTimeUtc(atMs),
    cell: ({ atMs }) => <span className="whitespace-nowrap text-t2">{dateTimeUtc(atMs)}</span>,
  },
]
