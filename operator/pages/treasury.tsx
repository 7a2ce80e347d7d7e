import { useNavigate, useSearchParams } from 'react-router'
import type { OutputOf } from '#domain/endpoint.ts'
import { consoleTreasury } from '#domain/treasury/console.ts'
import { useApiQuery } from '#web/app/use-api.ts'
import { amount, isZero } from '#web/format/number.ts'
import { Button } from '#web/ui/button.tsx'
import { useMay } from '../app/session.ts'
import { amountText, dateUtc } from '../format.ts'
import { t } from '../texts.ts'
import { Page, Section } from '../ui/page.tsx'
import { Answered, Nothing } from '../ui/states.tsx'
import { type Column, Table, Two } from '../ui/table.tsx'
import { CoveredCurrency, proposalColumns } from './columns.tsx'
import { AddressForm, FundForm, MoveForm } from './treasury-forms.tsx'
import { AddressPanel, FundsPanel } from './treasury-panels.tsx'

type Treasury = OutputOf<typeof consoleTreasury>
export type Funds = Treasury['funds'][number]
export type PayTo = Treasury['addresses'][number]

const TREASURY_REFRESH_MS = 5_000

/** What the platform has and where it is paid to; every change is a proposal, checked in the review page. */
export function TreasuryPage() {
  const call = useApiQuery(consoleTreasury, {}, { refetchMs: TREASURY_REFRESH_MS })
  const [address, setAddress] = useSearchParams()
  const navigate = useNavigate()
  const mayPropose = useMay('/console/treasury/fund')
  const at = address.get('at') ?? undefined
  const go = (next: string | undefined) => setAddress(next ? { at: next } : {}, { replace: true })
  return (
    <Page
      title={t('platform.title')}
      summary={t('platform.summary')}
      actions={
        mayPropose && (
          <Button size="small" kind={at ? 'plain' : 'primary'} onClick={() => go('fund')}>
            {t('platform.fund')}
          </Button>
        )
      }
      panel={call.data && <ChosenPanel at={at} treasury={call.data} go={go} />}
    >
      <Answered call={call}>
        {({ funds, addresses, pending }) => {
          const used = funds.filter(isUsed)
          return (
            <>
              {pending.length > 0 && (
                <Section title={t('platform.pending')}>
                  <Table
                    label={t('platform.pending')}
                    columns={pendingColumns}
                    rows={pending}
                    keyOf={({ id }) => id}
                    onChoose={({ id }) => navigate(`/review?at=proposal-${id}`)}
                  />
                </Section>
              )}
              <Section
                title={t('platform.addresses')}
                text={t('platform.addresses_text')}
                actions={
                  mayPropose && (
                    <Button size="small" onClick={() => go('address')}>
                      {t('platform.publish')}
                    </Button>
                  )
                }
              >
                {addresses.length === 0 ? (
                  <Nothing title={t('platform.no_addresses')} text={t('platform.no_addresses_text')} />
                ) : (
                  <Table
                    label={t('platform.addresses')}
                    columns={addressColumns}
                    rows={addresses}
                    keyOf={keyOf}
                    chosen={at}
                    onChoose={(account) => go(keyOf(account))}
                  />
                )}
              </Section>
              <Section title={t('platform.funds')} text={t('platform.funds_text')}>
                {used.length === 0 ? (
                  <Nothing title={t('platform.no_funds')} text={t('platform.no_funds_text')} />
                ) : (
                  <Table
                    label={t('platform.funds')}
                    columns={fundColumns}
                    rows={used}
                    keyOf={({ currency }) => currency}
                    chosen={at}
                    onChoose={({ currency }) => go(currency)}
                  />
                )}
              </Section>
            </>
          )
        }}
      </Answered>
    </Page>
  )
}

const keyOf = ({ currency, network }: PayTo) => `${currency}/${network}`

/** Whether there is anything to say of a currency. */
const isUsed = ({ currency: _, isCovered, ...balances }: Funds): boolean =>
  !isCovered || Object.values(balances).some((balance) => !isZero(balance))

/** What the URL names: `fund`, `move`, `address`, a currency, or an account; `:` before what to do with it. */
function ChosenPanel({
  at,
  treasury,
  go,
}: {
  at: string | undefined
  treasury: Treasury
  go(at: string | undefined): void
}) {
  const close = () => go(undefined)
  const [what = '', act] = (at ?? '').split(':')
  if (what === 'fund') return <FundForm onClose={close} />
  if (what === 'address') return <AddressForm onClose={close} />
  const account = treasury.addresses.find((one) => keyOf(one) === what)
  if (account && act) return <AddressForm key={at} account={account} onClose={() => go(what)} />
  if (account)
    return <AddressPanel key={at} account={account} onReplace={() => go(`${what}:replace`)} onClose={close} />
  const funds = treasury.funds.find(({ currency }) => currency === what)
  if (!funds) return null
  if (act === 'fund') return <FundForm key={at} currency={what} onClose={() => go(what)} />
  if (act === 'move') return <MoveForm key={at} currency={what} onClose={() => go(what)} />
  return <FundsPanel key={at} funds={funds} onAct={(next) => go(`${what}:${next}`)} onClose={close} />
}

const pendingColumns = proposalColumns(t('platform.what'))

const addressColumns: Column<PayTo>[] = [
  {
    title: t('platform.address_currency'),
    width: 'w-36',
    cell: ({ currency, network }) => <Two isStrong first={currency} second={network} />,
  },
  {
    title: t('platform.address_address'),
    cell: ({ address }) => <span className="font-mono text-12 break-all">{address}</span>,
  },
  {
    title: t('platform.address_minimum'),
    align: 'right',
    isWide: true,
    cell: ({ minimum, currency }) => (
      <span className="whitespace-nowrap">{amountText(minimum, currency)}</span>
    ),
  },
  {
    title: t('platform.address_since'),
    align: 'right',
    width: 'w-36',
    cell: ({ sinceMs, reference }) =>
      sinceMs === null ? (
        <span className="text-12 text-t3">{t('platform.made_up')}</span>
      ) : (
        <Two first={dateUtc(sinceMs)} second={reference && t('platform.by', { reference })} />
      ),
  },
]

const fundColumns: Column<Funds>[] = [
  {
    title: t('platform.column_currency'),
    cell: ({ currency, isCovered }) => (
      <CoveredCurrency
        currency={currency}
        isCovered={isCovered}
        texts={{ covered: t('platform.covered'), uncovered: t('platform.uncovered') }}
      />
    ),
  },
  { title: t('platform.column_treasury'), align: 'right', cell: ({ treasury }) => amount(treasury) },
  {
    title: t('platform.column_interest'),
    align: 'right',
    cell: ({ interest, reserved }) => (
      <Two
        first={amount(interest)}
        second={!isZero(reserved) && t('platform.set_aside', { amount: amount(reserved) })}
      />
    ),
  },
  {
    title: t('platform.column_market_maker'),
    align: 'right',
    isWide: true,
    cell: ({ marketMaker, quoted }) => (
      <Two
        first={amount(marketMaker)}
        second={!isZero(quoted) && t('platform.in_orders', { amount: amount(quoted) })}
      />
    ),
  },
]
