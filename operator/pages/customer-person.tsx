import type { ReactNode } from 'react'
import type { consoleCustomer } from '#domain/console/contract.ts'
import { countryProductNames } from '#domain/eligibility/products.ts'
import type { OutputOf } from '#domain/endpoint.ts'
import { locales, toLanguage } from '#domain/language.ts'
import { KeyValue } from '#web/ui/key-value.tsx'
import { momentUtc } from '../format.ts'
import { t } from '../texts.ts'
import { countryName } from '../ui/country-name.ts'
import { CustomerLink } from '../ui/customer-link.tsx'
import { Section } from '../ui/page.tsx'

type Customer = OutputOf<typeof consoleCustomer>
type Residence = Customer['residence']

const languages = new Intl.DisplayNames('en', { type: 'language' })
/** What operators call a customer's language. @example languageName('jp') // 'Japanese' */
const languageName = (language: string): string => languages.of(locales[toLanguage(language)])!

/** Who a customer is, as far as operators may know, and what is not offered where they live. */
export function Person({ customer }: { customer: Customer }) {
  const { email, mobile, tier, language, createdAtMs, invitedBy, invited, residence } = customer
  const line = (name: string, value: ReactNode) => ({ name, value })
  return (
    <Section title={t('customers.person')} text={t('customers.masked')}>
      <div className="px-5 py-2 [&_div]:text-13">
        <KeyValue
          lines={[
            line(t('customers.email'), email ?? '–'),
            line(t('customers.mobile'), mobile ?? '–'),
            line(t('customers.country'), countryText(residence)),
            residence.closed.length > 0 &&
              line(
                t('customers.not_offered'),
                residence.closed.map((product) => countryProductNames[product]).join(', '),
              ),
            line(t('customers.tier'), t(`customers.tier_${tier}`)),
            line(t('customers.language'), languageName(language)),
            line(t('customers.registered'), momentUtc(createdAtMs)),
            line(
              t('customers.invited_by'),
              invitedBy === null ? '–' : <CustomerLink id={invitedBy}>{invitedBy}</CustomerLink>,
            ),
            line(t('customers.invited'), String(invited)),
          ]}
        />
      </div>
    </Section>
  )
}

/** Countries that are named one by one; a calling code can be that of two dozen. */
const MAX_NAMED = 3
const either = new Intl.ListFormat('en', { type: 'disjunction' })

/** @example countryText({ countries: ['KZ', 'RU'], basis: 'calling-code', closed: [] }) // 'Kazakhstan or Russia, by calling code' */
function countryText({ countries, basis }: Residence): string {
  if (basis === 'unknown') return t('customers.country_unknown')
  const country =
    countries.length > MAX_NAMED
      ? t('customers.country_of_several', { number: countries.length })
      : either.format(countries.map(countryName))
  return t(`customers.country_${basis}`, { country })
}
