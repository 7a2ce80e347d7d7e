import { useState } from 'react'
import { type ConsoleIeoProject, proposeIeo, proposeIeoEdit, proposeIeoListing } from '#domain/ieo/console.ts'
import { isStepSize } from '#domain/listing/rules.ts'
import { unusualFee } from '#domain/listing/usual.ts'
import { trimFraction } from '#domain/money/group-digits.ts'
import { utcMinute } from '#domain/time.ts'
import { readMinute } from '../../format.ts'
import { t } from '../../texts.ts'
import { BpsField } from '../../ui/bps-field.tsx'
import { DecimalField, ParsedField, PlainField, ProposalForm } from '../../ui/proposal-form.tsx'
import { decimalOf } from '../../ui/typed-amount.ts'
import { Unit } from '../../ui/unit.tsx'

/** The terms of a sale: a new one, or those of one that has not opened. */
export const IeoForm = ({ project, onClose }: { project?: ConsoleIeoProject; onClose(): void }) =>
  project ? (
    <ProposalForm
      endpoint={proposeIeoEdit}
      panel={t('ieo.edit')}
      title={t('ieo.kind_edit')}
      text={t('ieo.edit_text')}
      inputOf={(typed) => ({ ...typed, id: project.id })}
      onClose={onClose}
    >
      <Terms project={project} />
    </ProposalForm>
  ) : (
    <ProposalForm
      endpoint={proposeIeo}
      panel={t('ieo.create')}
      title={t('ieo.create')}
      text={t('ieo.create_text')}
      onClose={onClose}
    >
      <Terms />
    </ProposalForm>
  )

function Terms({ project }: { project?: ConsoleIeoProject }) {
  // Half of a supply is exchanged and half subscribed, until another part is typed.
  const [exchange, setExchange] = useState<string>(project?.exchangeSupply ?? '')
  const [subscription, setSubscription] = useState<string | undefined>(project?.subscriptionSupply)
  return (
    <>
      <div className="grid grid-cols-2 gap-3">
        <PlainField
          label={t('ieo.form_code')}
          name="code"
          pattern="[A-Z0-9]{2,10}"
          defaultValue={project?.code}
        />
        <Count label={t('ieo.form_decimals')} name="decimals" value={String(project?.decimals ?? 4)} />
      </div>
      <PlainField label={t('ieo.form_name')} name="name" maxLength={40} defaultValue={project?.name} />
      <PlainField
        label={t('ieo.form_tagline')}
        name="tagline"
        maxLength={120}
        defaultValue={project?.tagline}
      />
      <div className="grid grid-cols-2 gap-3">
        <DecimalField
          label={t('ieo.form_price')}
          name="price"
          end={<Unit>USDT</Unit>}
          defaultValue={project && trimFraction(project.price, 0)}
        />
        <PlainField
          label={t('ieo.form_color')}
          name="colour"
          pattern="#[0-9A-F]{6}"
          defaultValue={project?.colour ?? '#3AB08C'}
        />
        <PlainField
          {...count}
          label={t('ieo.form_exchange')}
          name="exchangeSupply"
          value={exchange}
          onChange={(event) => setExchange(event.target.value)}
        />
        <Count label={t('ieo.form_max')} name="maxExchange" value={project?.maxExchange} />
        <PlainField
          {...count}
          label={t('ieo.form_subscription')}
          name="subscriptionSupply"
          value={subscription ?? exchange}
          onChange={(event) => setSubscription(event.target.value)}
        />
        <Count label={t('ieo.form_quota')} name="quota" value={project?.quota} />
        <Count label={t('ieo.form_soft_cap')} name="softCap" value={project?.softCap ?? '0'} />
        <Count label={t('ieo.form_lock')} name="lockDays" value={String(project?.lockDays ?? 0)} />
      </div>
      <Moment label={t('ieo.form_opens')} name="opensAtMs" atMs={project?.opensAtMs} />
      <Moment label={t('ieo.form_ends')} name="endsAtMs" atMs={project?.endsAtMs} />
      <Moment label={t('ieo.form_lists')} name="listsAtMs" atMs={project?.listsAtMs} />
    </>
  )
}

const count = { inputMode: 'numeric', pattern: '\\d{1,11}' } as const

const Count = ({ label, name, value }: { label: string; name: string; value?: string | undefined }) => (
  <PlainField {...count} label={label} name={name} defaultValue={value} />
)

/** A tick or a step of the market. */
const Step = ({ label, name }: { label: string; name: string }) => (
  <ParsedField
    label={label}
    name={name}
    read={(typed) => {
      const decimal = decimalOf(typed)
      return decimal !== undefined && isStepSize(decimal) ? decimal : undefined
    }}
    write={(size) => size}
    error={t('ieo.form_step_error')}
  />
)

/** A minute of UTC, typed as people write one and sent in milliseconds. @example '2026-01-31 12:00' */
const Moment = ({ label, name, atMs }: { label: string; name: string; atMs?: number | undefined }) => (
  <ParsedField
    label={label}
    name={name}
    inputMode="text"
    value={atMs === undefined ? undefined : utcMinute(atMs)}
    read={readMinute}
    write={String}
    error={t('ieo.form_moment_error')}
    hint={t('proposal.moment_hint')}
  />
)

/** The listing of a coin that was sold: what the issuer delivered, and the terms of its market. */
export const IeoListingForm = ({ project, onClose }: { project: ConsoleIeoProject; onClose(): void }) => (
  <ProposalForm
    endpoint={proposeIeoListing}
    panel={t('ieo.list')}
    title={t('ieo.kind_list')}
    text={t('ieo.list_text', { count: project.owed })}
    inputOf={(typed) => ({ ...typed, id: project.id })}
    onClose={onClose}
  >
    <Count label={t('ieo.form_received')} name="received" />
    <PlainField label={t('ieo.form_payment')} name="payment" maxLength={120} />
    <div className="grid grid-cols-2 gap-3">
      <Step label={t('ieo.form_tick')} name="tickSize" />
      <Step label={t('ieo.form_step')} name="stepSize" />
    </div>
    <DecimalField label={t('ieo.form_smallest')} name="minNotional" />
    <div className="grid grid-cols-2 gap-3">
      <BpsField label={t('ieo.form_maker')} name="makerFeeBps" present={10} unusualOf={unusualFee} />
      <BpsField label={t('ieo.form_taker')} name="takerFeeBps" present={10} unusualOf={unusualFee} />
    </div>
  </ProposalForm>
)
