import { Globe } from 'lucide-react'
import { useState } from 'react'
import type { ProposalView } from '#domain/console/contract.ts'
import {
  closeCountry,
  consoleCountries,
  consoleCountryChanges,
  proposeCountry,
} from '#domain/eligibility/console.ts'
import { type CountryProduct, countryProductNames, countryProducts } from '#domain/eligibility/products.ts'
import type { OutputOf } from '#domain/endpoint.ts'
import { callingCodes } from '#domain/user/calling-codes.ts'
import { useApiQuery } from '#web/app/use-api.ts'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { KeyValue } from '#web/ui/key-value.tsx'
import { useMay } from '../../app/session.ts'
import { dateTimeUtc } from '../../format.ts'
import { ProposalDecision } from '../../pages/proposal-decision.tsx'
import { SubjectProposal } from '../../pages/proposal-panel.tsx'
import { PendingProposals } from '../../pages/proposal-table.tsx'
import { t } from '../../texts.ts'
import { Choice } from '../../ui/choice.tsx'
import { ChoosableTable } from '../../ui/choosable-table.tsx'
import { countryName } from '../../ui/country-name.ts'
import { Decision, useDecisionChoice } from '../../ui/decision.tsx'
import { Page, Section } from '../../ui/page.tsx'
import { Panel } from '../../ui/panel.tsx'
import { ProposalForm } from '../../ui/proposal-form.tsx'
import { Answered } from '../../ui/states.tsx'
import { type Column, Two } from '../../ui/table.tsx'
import { useChosen } from '../../ui/use-chosen.ts'
import type { PageEntry } from '../product.ts'

type CountriesConsole = OutputOf<typeof consoleCountries>
type Switch = CountriesConsole['switches'][number]
type Place = Pick<Switch, 'country' | 'product'>

const productName = (product: CountryProduct): string => countryProductNames[product]
/** @example placeName('DE:option') // 'Seconds options in Germany' */
export const placeName = (text: string): string => {
  const { country, product } = placeOf(text)
  return t('eligibility.subject_country', { product: productName(product), country: countryName(country) })
}
const keyOf = ({ country, product }: Place) => `${country}:${product}`
const placeOf = (key: string): Place => {
  const [country = '', product = ''] = key.split(':')
  return { country, product: product as CountryProduct }
}

const OPEN = 'open'
const CLOSE = 'close'

/** What the URL says: which place, and whether its opening is being proposed. @example 'DE:option:open' */
function chosenBy(at = '') {
  const [country, product, act] = at.split(':')
  return { key: `${country}:${product}`, isOpening: act === OPEN }
}

/** What is open and closed in which countries, and what is proposed to open. */
function CountriesPage() {
  const call = useApiQuery(consoleCountries, {})
  const [at, choose] = useChosen()
  const mayOpen = useMay(proposeCountry)
  const mayClose = useMay(closeCountry)
  const close = () => choose(undefined)
  const { key, isOpening } = chosenBy(at)
  const chosen = call.data?.switches.find((one) => keyOf(one) === key)
  return (
    <Page
      title={t('eligibility.countries_title')}
      summary={t('eligibility.countries_summary')}
      panel={
        at === OPEN && mayOpen ? (
          <OpenForm onClose={close} />
        ) : at === CLOSE && mayClose ? (
          <ClosePanel onClose={close} />
        ) : chosen && isOpening && mayOpen ? (
          <OpenPlaceForm key={at} place={chosen} onClose={() => choose(key)} />
        ) : (
          chosen && (
            <CountryPanel
              key={at}
              place={chosen}
              waiting={call.data?.pending.find(({ subject }) => subject === `country:${key}`)}
              onOpen={() => choose(`${key}:${OPEN}`)}
              onClose={close}
            />
          )
        )
      }
    >
      <Answered call={call}>
        {({ openAtFirst, switches, pending }) => (
          <>
            <PendingProposals title={t('eligibility.pending')} pending={pending} />
            <Section
              title={t('eligibility.countries')}
              text={atFirstText(openAtFirst)}
              actions={
                <span className="flex gap-2">
                  {mayOpen && (
                    <Button size="small" onClick={() => choose(OPEN)}>
                      {t('eligibility.open_in')}
                    </Button>
                  )}
                  {mayClose && (
                    <Button size="small" onClick={() => choose(CLOSE)}>
                      {t('eligibility.close_in')}
                    </Button>
                  )}
                </span>
              }
            >
              <ChoosableTable
                name="countries"
                label={t('eligibility.countries')}
                empty={{ title: t('eligibility.nothing_named') }}
                columns={columns}
                rows={switches}
                keyOf={keyOf}
                keyIn={(text) => chosenBy(text).key}
              />
            </Section>
          </>
        )}
      </Answered>
    </Page>
  )
}

/** What holds in countries that nobody opened or closed anything in. */
function atFirstText(open: readonly CountryProduct[]): string {
  const list = (products: readonly CountryProduct[]) => products.map(productName).join(', ')
  const closed = countryProducts.filter((product) => !open.includes(product))
  const text = t('eligibility.countries_text', { open: list(open) })
  if (closed.length === 0) return text
  return `${text} ${t('eligibility.countries_text_closed', { closed: list(closed) })}`
}

const stateName = (isOpen: boolean) => t(isOpen ? 'eligibility.state_open' : 'eligibility.state_closed')

const columns: Column<Switch>[] = [
  {
    title: t('eligibility.country'),
    value: ({ country }) => `${countryName(country)} ${country}`,
    cell: ({ country }) => <Two isStrong first={countryName(country)} second={country} />,
  },
  {
    title: t('eligibility.product'),
    value: ({ product }) => productName(product),
    cell: ({ product }) => productName(product),
  },
  {
    title: t('eligibility.state'),
    value: ({ isOpen }) => stateName(isOpen),
    cell: ({ isOpen }) => <span className={cx(!isOpen && 'font-semibold')}>{stateName(isOpen)}</span>,
  },
  {
    title: t('eligibility.since'),
    value: ({ changedAtMs }) => dateTimeUtc(changedAtMs),
    cell: ({ changedAtMs }) => <span className="figures">{dateTimeUtc(changedAtMs)}</span>,
  },
]

const productOptions = countryProducts.map((id) => ({ id, label: productName(id) }))
const countryOptions = [...new Set(callingCodes.map(({ country }) => country))]
  .map((id) => ({ id, label: countryName(id) }))
  .toSorted((one, other) => one.label.localeCompare(other.label, 'en'))

/** Which product in which country: neither is chosen beforehand, so that nobody decides of the first of a list. */
function PlaceFields({ place, onChange }: { place: Place; onChange(place: Place): void }) {
  const none = { id: '', label: t('eligibility.choose') }
  return (
    <>
      <Choice
        label={t('eligibility.product')}
        name="product"
        options={[none, ...productOptions]}
        value=""
        required
        onChange={(product) => onChange({ ...place, product: product as CountryProduct })}
      />
      <Choice
        label={t('eligibility.country')}
        name="country"
        options={[none, ...countryOptions]}
        value=""
        required
        onChange={(country) => onChange({ ...place, country })}
      />
    </>
  )
}

const useChosenPlace = () => {
  const [place, setPlace] = useState<Place>(placeOf(''))
  return { place, setPlace, isChosen: Boolean(place.product && place.country) }
}
const namesOf = ({ product, country }: Place) => ({
  product: productName(product),
  country: countryName(country),
})

/** Opening a product in a country, which two operators decide. */
function OpenForm({ onClose }: { onClose(): void }) {
  const { place, setPlace, isChosen } = useChosenPlace()
  return (
    <ProposalForm
      endpoint={proposeCountry}
      panel={t('eligibility.open_in')}
      title={isChosen ? t('eligibility.open_place', namesOf(place)) : t('eligibility.kind_open')}
      text={t('eligibility.open_text')}
      onClose={onClose}
    >
      <PlaceFields place={place} onChange={setPlace} />
    </ProposalForm>
  )
}

/** Opening what is closed in a country, from the panel that says so. */
const OpenPlaceForm = ({ place, onClose }: { place: Place; onClose(): void }) => (
  <ProposalForm
    endpoint={proposeCountry}
    panel={t('eligibility.open_in')}
    title={t('eligibility.open_place', namesOf(place))}
    text={t('eligibility.open_text')}
    beginsAtReason
    inputOf={(typed) => ({ ...typed, country: place.country, product: place.product })}
    onClose={onClose}
  >
    {null}
  </ProposalForm>
)

/** Closing one that is not in the list yet. */
function ClosePanel({ onClose }: { onClose(): void }) {
  const { place, setPlace, isChosen } = useChosenPlace()
  return (
    <Panel
      title={t('eligibility.close_in')}
      onClose={onClose}
      foot={<CloseDecision place={isChosen ? place : undefined} onDone={onClose} />}
    >
      <div className="flex flex-col gap-3">
        <PlaceFields place={place} onChange={setPlace} />
      </div>
    </Panel>
  )
}

function CloseDecision({ place, onDone }: { place: Place | undefined; onDone(): void }) {
  const { country, product } = place ?? placeOf('')
  const close = useDecisionChoice(closeCountry, {
    label: place ? t('eligibility.close_place', namesOf(place)) : t('eligibility.close'),
    blocked: place ? undefined : t('eligibility.choose_first'),
    input: { country, product },
    done: place ? t('eligibility.closed', namesOf(place)) : '',
    onDone,
  })
  return <Decision note={t('eligibility.close_note')} choices={[close]} />
}

/** A product in a country: how it stands, what waits to open it, who changed it, and closing it at once or proposing to open it. */
function CountryPanel({
  place,
  waiting,
  onOpen,
  onClose,
}: {
  place: Switch
  waiting: ProposalView | undefined
  onOpen(): void
  onClose(): void
}) {
  const { country, product, isOpen } = place
  const call = useApiQuery(consoleCountryChanges, { country, product })
  const mayClose = useMay(closeCountry)
  const mayOpen = useMay(proposeCountry)
  return (
    <Panel
      title={placeName(keyOf(place))}
      onClose={onClose}
      foot={
        isOpen
          ? mayClose && <CloseDecision place={place} onDone={onClose} />
          : waiting && <ProposalDecision proposal={waiting} />
      }
    >
      <p className="text-20 font-semibold">{countryName(country)}</p>
      <p className="text-13 text-t2">{`${productName(product)}: ${stateName(isOpen)}`}</p>
      <SubjectProposal proposal={waiting ?? null} />
      {!isOpen && !waiting && mayOpen && (
        <div className="my-4 flex flex-col gap-2">
          <Button size="small" onClick={onOpen}>
            {t('eligibility.open_place', namesOf(place))}
          </Button>
          <p className="text-12 text-t3">{t('eligibility.open_text')}</p>
        </div>
      )}
      <Answered call={call}>
        {({ items }) => (
          <KeyValue
            ruled
            lines={items.map((change) => ({
              name: `${stateName(change.isOpen)}, ${dateTimeUtc(change.atMs)}`,
              value: [byWhom(change), change.reason].filter(Boolean).join(': '),
            }))}
          />
        )}
      </Answered>
    </Panel>
  )
}

function byWhom({ maker, checker }: OutputOf<typeof consoleCountryChanges>['items'][number]): string {
  if (maker === null) return t('eligibility.unknown')
  return checker === null ? maker : t('eligibility.by_two', { maker, checker })
}

export const countriesPage: PageEntry = {
  ...{ path: '/countries', name: t('eligibility.countries_title'), icon: Globe, component: CountriesPage },
  endpoint: consoleCountries,
}
