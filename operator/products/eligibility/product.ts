import { t } from '../../texts.ts'
import type { Product } from '../product.ts'
import { countriesPage, placeName } from './countries-page.tsx'
import { limitsPage } from './limits-page.tsx'

/** Who may do what: the limits of the tiers, and what is open in which country. */
export const eligibility: Product = {
  name: 'eligibility',
  title: t('eligibility.title'),
  pages: [limitsPage, countriesPage],
  subjects: {
    limits: { label: () => t('eligibility.kind_limits'), to: () => limitsPage.path },
    country: { label: placeName, to: (place) => `${countriesPage.path}?at=${place}` },
    // As the audit log named them while seconds options alone had countries.
    'option-country': {
      label: (country) => placeName(`${country}:option`),
      to: (country) => `${countriesPage.path}?at=${country}:option`,
    },
  },
  proposals: {
    label: t('eligibility.title'),
    tab: 'products',
    kinds: {
      'tier-limits': t('eligibility.kind_limits'),
      'country-open': t('eligibility.kind_open'),
    },
  },
}
