import { closeOptionCountry, proposeOptionCountry } from '#domain/option/console.ts'
import { callingCodes } from '#domain/user/calling-codes.ts'
import { useMay } from '../../app/session.ts'
import { t } from '../../texts.ts'
import { Choice } from '../../ui/choice.tsx'
import { Decision, useDecisionChoice } from '../../ui/decision.tsx'
import { Panel } from '../../ui/panel.tsx'
import { ProposalForm } from '../../ui/proposal-form.tsx'

const names = new Intl.DisplayNames('en', { type: 'region' })
const countries = [...new Set(callingCodes.map(({ country }) => country))]

/** @example countryName('DE') // 'Germany' */
export const countryName = (country: string): string => names.of(country) ?? country

/** Offering seconds options in one more country, which two operators decide. */
export function CountryForm({ offered, onClose }: { offered: readonly string[]; onClose(): void }) {
  const options = countries
    .filter((country) => !offered.includes(country))
    .map((id) => ({ id, label: countryName(id) }))
    .toSorted((one, other) => one.label.localeCompare(other.label, 'en'))
  return (
    <ProposalForm
      endpoint={proposeOptionCountry}
      panel={t('option.offer_in')}
      title={t('option.kind_country')}
      text={t('option.offer_text')}
      onClose={onClose}
    >
      <Choice label={t('option.country')} name="country" options={options} value={options[0]?.id ?? ''} />
    </ProposalForm>
  )
}

/** A country in which they are offered: one operator can close it at once. */
export function CountryPanel({ country, onClose }: { country: string; onClose(): void }) {
  const mayClose = useMay(closeOptionCountry)
  const close = useDecisionChoice(closeOptionCountry, {
    label: t('option.close_country'),
    input: { country },
    done: t('option.country_closed', { country: countryName(country) }),
    onDone: onClose,
  })
  return (
    <Panel
      title={t('option.kind_country')}
      onClose={onClose}
      foot={mayClose && <Decision note={t('option.close_note')} choices={[close]} />}
    >
      <p className="text-20 font-semibold">{countryName(country)}</p>
      <p className="text-13 text-t2">{t('option.country_offered')}</p>
    </Panel>
  )
}
