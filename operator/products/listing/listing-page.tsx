import { useSearchParams } from 'react-router'
import { consoleListing, proposeCurrency, proposeInstrument } from '#domain/listing/console.ts'
import { instrumentClasses } from '#domain/market/instrument.ts'
import { useApiQuery } from '#web/app/use-api.ts'
import { Button } from '#web/ui/button.tsx'
import { UnderlineTabs } from '#web/ui/chips.tsx'
import { CoinMark } from '#web/ui/coin-mark.tsx'
import { cx } from '#web/ui/cx.ts'
import { useMay } from '../../app/session.ts'
import { ProposalPanel } from '../../pages/proposal-panel.tsx'
import { proposalColumns } from '../../pages/proposal-table.tsx'
import { t } from '../../texts.ts'
import { ChoosableTable } from '../../ui/choosable-table.tsx'
import { Find, Page, Section } from '../../ui/page.tsx'
import { Answered, Nothing } from '../../ui/states.tsx'
import { type Column, Two } from '../../ui/table.tsx'
import { useChosen } from '../../ui/use-chosen.ts'
import { useSought } from '../../ui/use-sought.ts'
import { WholeTable } from '../../ui/whole-table.tsx'
import { CurrencyForm } from './currency-form.tsx'
import { InstrumentForm } from './instrument-form.tsx'
import { HaltPanel, InstrumentPanel } from './instrument-panel.tsx'
import { feesText, smallestText } from './terms.ts'
import { TermsForm } from './terms-form.tsx'
import type { ListedCurrency, ListedInstrument, Listing } from './types.ts'

/** The server adopts what was changed each second. */
const LISTING_EVERY_MS = 2_000

const CURRENCIES = 'currencies'

/** What is listed, class by class, and the currencies; above it what is proposed. */
export function ListingPage() {
  const call = useApiQuery(consoleListing, {}, { refetchMs: LISTING_EVERY_MS })
  const [address, setAddress] = useSearchParams()
  const [sought, setSought] = useSought()
  const { instruments = [], currencies = [] } = call.data ?? {}
  const tabs = tabsOf(instruments, currencies)
  const tab = tabs.find(({ id }) => id === address.get('tab')) ?? tabs[0]!
  const trading = instruments.filter(({ status }) => status === 'trading')
  return (
    <Page
      title={t('listing.title')}
      summary={call.data && t('listing.summary', { trading: trading.length, all: instruments.length })}
      actions={
        <>
          <Find value={sought} onChange={setSought} />
          <ListButton isCurrency={tab.id === CURRENCIES} />
        </>
      }
      panel={call.data && <ChosenPanel listing={call.data} />}
    >
      <Answered call={call}>
        {({ drafts }) => (
          <>
            {drafts.length > 0 && (
              <Section title={t('listing.drafts')} text={t('listing.drafts_text')}>
                <ChoosableTable
                  name="drafts"
                  label={t('listing.drafts')}
                  columns={draftColumns}
                  rows={drafts}
                  keyOf={({ id }) => `draft-${id}`}
                />
              </Section>
            )}
            <UnderlineTabs
              label={t('listing.tabs')}
              value={tab.id}
              onChange={(next) =>
                setAddress({ ...Object.fromEntries(address), tab: next }, { replace: true })
              }
              choices={tabs.map(({ id, name, count }) => ({ id, label: `${name} ${count}` }))}
            />
            {tab.id === CURRENCIES ? (
              <Currencies currencies={currencies.filter(({ code, name }) => has([code, name], sought))} />
            ) : (
              <ChoosableTable
                name="instruments"
                isFound
                empty={{ title: sought ? t('listing.no_match') : t('listing.empty') }}
                label={t('listing.instruments')}
                columns={instrumentColumns}
                rows={instruments.filter(
                  (one) =>
                    (tab.id === 'all' || one.class === tab.id) &&
                    has([one.symbol, one.label, one.name, ...one.aliases], sought),
                )}
                keyOf={({ symbol }) => symbol}
              />
            )}
          </>
        )}
      </Answered>
    </Page>
  )
}

/** All instruments, those of each class, and the currencies. */
const tabsOf = (instruments: readonly ListedInstrument[], currencies: readonly ListedCurrency[]) => [
  { id: 'all', name: t('listing.tab_all'), count: instruments.length },
  ...instrumentClasses.map((kind) => ({
    id: kind,
    name: t(`listing.class_${kind}`),
    count: instruments.filter((one) => one.class === kind).length,
  })),
  { id: CURRENCIES, name: t('listing.currencies'), count: currencies.length },
]

const has = (texts: readonly string[], sought: string): boolean =>
  texts.join(' ').toLowerCase().includes(sought.trim().toLowerCase())

/** Proposes one more of what the tab shows. */
function ListButton({ isCurrency }: { isCurrency: boolean }) {
  const [at, choose] = useChosen()
  const mayPropose = useMay(isCurrency ? proposeCurrency : proposeInstrument)
  if (!mayPropose) return null
  return (
    <Button
      size="small"
      className="px-3 whitespace-nowrap"
      kind={at ? 'plain' : 'primary'}
      onClick={() => choose(isCurrency ? 'new-currency' : 'new')}
    >
      {isCurrency ? t('listing.kind_currency') : t('listing.kind_instrument')}
    </Button>
  )
}

const Currencies = ({ currencies }: { currencies: readonly ListedCurrency[] }) =>
  currencies.length === 0 ? (
    <Nothing title={t('listing.no_match')} />
  ) : (
    <WholeTable
      name="currencies"
      isFound
      label={t('listing.currencies')}
      columns={currencyColumns}
      rows={currencies}
      keyOf={({ code }) => code}
    />
  )

/** What the URL names: `new`, `new-currency`, a draft, or an instrument; `:terms` or `:halt` after it to do that. */
function ChosenPanel({ listing: { instruments, currencies } }: { listing: Listing }) {
  const [at = '', choose] = useChosen()
  const close = () => choose(undefined)
  if (at === 'new') return <InstrumentForm key={at} currencies={currencies} onClose={close} />
  if (at === 'new-currency') return <CurrencyForm key={at} onClose={close} />
  if (at.startsWith('draft-')) return <ProposalPanel key={at} id={at.slice(6)} onClose={close} />
  const [symbol, what] = at.split(':')
  const instrument = instruments.find((one) => one.symbol === symbol)
  if (!instrument) return null
  const back = () => choose(symbol)
  if (what === 'terms') return <TermsForm key={at} instrument={instrument} onClose={back} />
  if (what === 'halt') return <HaltPanel key={at} instrument={instrument} onClose={back} />
  const onAct = (next: string) => choose(`${symbol}:${next}`)
  return <InstrumentPanel key={at} instrument={instrument} onAct={onAct} onClose={close} />
}

const instrumentColumns: Column<ListedInstrument>[] = [
  {
    title: t('listing.instrument'),
    value: ({ symbol }) => symbol,
    width: '@min-[600px]:max-w-32 @min-[700px]:max-w-none',
    cell: ({ label, name }) => <Two isStrong first={label} second={name} />,
  },
  {
    title: t('listing.class'),
    isWide: true,
    value: (one) => one.class,
    cell: (one) => t(`listing.class_${one.class}`),
  },
  {
    title: t('listing.status'),
    value: ({ status }) => status,
    cell: ({ status, pending }) => (
      <Two
        first={
          <span className={cx(status === 'halted' && 'font-semibold text-danger')}>
            {t(`listing.status_${status}`)}
          </span>
        }
        second={pending && t('listing.pending')}
      />
    ),
  },
  {
    title: t('listing.smallest'),
    value: ({ minNotional }) => minNotional,
    align: 'right',
    cell: ({ minNotional, quote }) => (
      <span className="whitespace-nowrap">{smallestText(minNotional, quote)}</span>
    ),
  },
  {
    title: t('listing.fees'),
    value: feesText,
    align: 'right',
    cell: (one) => <span className="whitespace-nowrap">{feesText(one)}</span>,
  },
  {
    title: t('listing.column_terms'),
    value: ({ termsVersion }) => String(termsVersion),
    align: 'right',
    isWide: true,
    cell: ({ termsVersion }) => termsVersion,
  },
]

const currencyColumns: Column<ListedCurrency>[] = [
  {
    title: t('common.currency'),
    value: ({ code }) => code,
    cell: ({ code, name, colour }) => (
      <span className="flex items-center gap-3">
        <CoinMark code={code} colour={colour} />
        <span className="min-w-0">
          <Two isStrong first={code} second={name} />
        </span>
      </span>
    ),
  },
  { title: t('listing.kind'), value: ({ kind }) => kind, cell: ({ kind }) => t(`listing.kind_${kind}`) },
  {
    title: t('listing.decimals'),
    align: 'right',
    value: ({ decimals }) => String(decimals),
    cell: ({ decimals }) => decimals,
  },
  {
    title: t('listing.number'),
    align: 'right',
    value: ({ number }) => String(number),
    cell: ({ number }) => number,
  },
]

const draftColumns = proposalColumns(t('listing.column_draft'))
