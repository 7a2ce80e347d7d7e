import { useState } from 'react'
import { type Role, roles } from '#domain/console/roles.ts'
import {
  type OperatorLine,
  proposeDisabling,
  proposeOperator,
  proposeRoles,
  proposeSetup,
  proposeSignOut,
} from '#domain/operator/console.ts'
import { t } from '../../texts.ts'
import { useFieldError } from '../../ui/field-errors.ts'
import { PlainField, ProposalForm } from '../../ui/proposal-form.tsx'

/** Somebody who is to work here. */
export const AddForm = ({ onClose }: { onClose(): void }) => (
  <ProposalForm
    endpoint={proposeOperator}
    panel={t('operator.title')}
    title={t('operator.add')}
    text={t('operator.add_text')}
    onClose={onClose}
  >
    <PlainField label={t('operator.field_name')} name="name" maxLength={60} />
    <PlainField label={t('operator.field_email')} name="email" type="email" />
    <RolesField />
  </ProposalForm>
)

/** What can be proposed of an operator, by the word in the URL. */
export const operatorActs = ['roles', 'sessions', 'disable', 'setup'] as const
export type OperatorAct = (typeof operatorActs)[number]

const endpoints = {
  roles: proposeRoles,
  sessions: proposeSignOut,
  disable: proposeDisabling,
  setup: proposeSetup,
} as const

/** What is proposed of an operator. */
export const ActForm = ({
  operator: { id, name, roles: own },
  act,
  onClose,
}: {
  operator: OperatorLine
  act: OperatorAct
  onClose(): void
}) => (
  <ProposalForm
    endpoint={endpoints[act]}
    panel={name}
    title={t(`operator.act_${act}`)}
    text={t(`operator.act_${act}_text`)}
    inputOf={(typed) => ({ ...typed, id })}
    onClose={onClose}
  >
    {act === 'roles' && <RolesField own={own} />}
  </ProposalForm>
)

/** Any of the roles, at least one. */
function RolesField({ own = [] }: { own?: readonly Role[] }) {
  const [chosen, setChosen] = useState<readonly Role[]>(own)
  const error = useFieldError('operatorRoles')
  const toggle = (role: Role) =>
    setChosen((before) => (before.includes(role) ? before.filter((one) => one !== role) : [...before, role]))
  return (
    <fieldset>
      <legend className="pb-1 text-12 text-t2">{t('operator.column_roles')}</legend>
      <div className="grid grid-cols-2 gap-x-4 text-15">
        {roles.map((role) => (
          <label key={role} className="flex min-h-11 items-center gap-2.5">
            <input
              type="checkbox"
              checked={chosen.includes(role)}
              onChange={() => toggle(role)}
              className="size-4 accent-current"
            />
            {t(`shell.role_${role}`)}
          </label>
        ))}
      </div>
      <input
        type="hidden"
        name="operatorRoles"
        value={roles.filter((role) => chosen.includes(role)).join(',')}
      />
      {(error !== undefined || chosen.length === 0) && (
        <p className={error === undefined ? 'text-12 text-t2' : 'text-12 text-danger'}>
          {error ?? t('operator.roles_none')}
        </p>
      )}
    </fieldset>
  )
}
