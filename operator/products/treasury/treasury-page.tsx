import { consoleTreasury, proposePlatformFunding } from '#domain/treasury/console.ts'
import { useApiQuery } from '#web/app/use-api.ts'
import { amount, isZero } from '#web/format/number.ts'
import { Button } from '#web/ui/button.tsx'
import { useProducts } from '../../app/products.ts'
import { useMay } from '../../app/session.ts'
import { PendingProposals } from '../../pages/proposal-table.tsx'
import { t } from '../../texts.ts'
import { ChoosableTable } from '../../ui/choosable-table.tsx'
import { coveredColumn } from '../../ui/columns.tsx'
import { Page, Section } from '../../ui/page.tsx'
import { Answered } from '../../ui/states.tsx'
import type { Column } from '../../ui/table.tsx'
import { useChosen } from '../../ui/use-chosen.ts'
import type { FundView } from '../product.ts'
import { balanceOf, type Funds, type Treasury, treasuryFirst } from './funds.ts'
import { FundsPanel } from './funds-panel.tsx'
import { MissingFunds } from './missing-funds.tsx'
import { FundForm, MoveForm } from './treasury-forms.tsx'

const TREASURY_EVERY_MS = 5_000

/** What the platform has and where it is paid to; every change is a proposal, checked in the review page. */
export function TreasuryPage() {
  const call = useApiQuery(consoleTreasury, {}, { refetchMs: TREASURY_EVERY_MS })
  const [at, choose] = useChosen()
  const mayPropose = useMay(proposePlatformFunding)
  const products = useProducts()
  const views = treasuryFirst(products.flatMap(({ funds }) => funds ?? []))
  return (
    <Page
      title={t('treasury.title')}
      summary={t('treasury.summary')}
      actions={
        mayPropose && (
          <Button size="small" kind={at ? 'plain' : 'primary'} onClick={() => choose('fund')}>
            {t('treasury.fund')}
          </Button>
        )
      }
      panel={
        <>
          {products.map(({ name, treasury }) => treasury?.Panel && <treasury.Panel key={name} />)}
          {call.data && <ChosenPanel treasury={call.data} views={views} />}
        </>
      }
    >
      <Answered call={call}>
        {({ funds, pending }) => (
          <>
            <MissingFunds funds={funds} views={views} />
            <PendingProposals title={t('treasury.pending')} pending={pending} />
            {products.map(({ name, treasury }) => treasury && <treasury.Section key={name} />)}
            <Section title={t('treasury.funds')} text={t('treasury.funds_text')}>
              <ChoosableTable
                name="funds"
                empty={{ title: t('treasury.no_funds'), text: t('treasury.no_funds_text') }}
                label={t('treasury.funds')}
                columns={fundColumns(views)}
                rows={funds.filter(isUsed)}
                keyOf={({ currency }) => currency}
              />
            </Section>
          </>
        )}
      </Answered>
    </Page>
  )
}

/** Whether there is anything to say of a currency. */
const isUsed = ({ isCovered, missing, balances }: Funds): boolean =>
  !isCovered || missing.length > 0 || balances.some(({ balance }) => !isZero(balance))

/** What the URL names: `fund`, or a currency; `:` before what to do with it. */
function ChosenPanel({ treasury, views }: { treasury: Treasury; views: readonly FundView[] }) {
  const [at = '', choose] = useChosen()
  const close = () => choose(undefined)
  const [what = '', act] = at.split(':')
  if (what === 'fund') return <FundForm key={at} onClose={close} />
  const funds = treasury.funds.find(({ currency }) => currency === what)
  if (!funds) return null
  const back = () => choose(what)
  if (act === 'fund') return <FundForm key={at} currency={what} onClose={back} />
  if (act === 'move') return <MoveForm key={at} currency={what} movable={treasury.movable} onClose={back} />
  const onAct = (next: string) => choose(`${what}:${next}`)
  return <FundsPanel key={at} funds={funds} views={views} onAct={onAct} onClose={close} />
}

/** A column for each fund that is looked at most; all others that have something stand in one cell. */
const fundColumns = (views: readonly FundView[]): Column<Funds>[] => [
  coveredColumn(t('common.currency'), {
    covered: t('treasury.covered'),
    uncovered: t('treasury.uncovered'),
  }),
  ...views
    .filter(({ hasColumn }) => hasColumn)
    .map(
      ({ name, label }): Column<Funds> => ({
        title: label,
        align: 'right',
        value: (funds) => balanceOf(funds, name),
        cell: (funds) => amount(balanceOf(funds, name)),
      }),
    ),
  {
    title: t('treasury.others'),
    value: (funds) => othersOf(funds, views).join('; '),
    cell: (funds) => (
      <span className="flex flex-wrap gap-x-4 text-12 text-t2">
        {othersOf(funds, views).map((text) => (
          <span key={text}>{text}</span>
        ))}
      </span>
    ),
  },
]

/** The funds without a column that have something. @example ['Loan fund 499,900.00'] */
const othersOf = (funds: Funds, views: readonly FundView[]): string[] =>
  views
    .filter(({ name, hasColumn }) => !hasColumn && !isZero(balanceOf(funds, name)))
    .map(({ name, label }) => `${label} ${amount(balanceOf(funds, name))}`)
