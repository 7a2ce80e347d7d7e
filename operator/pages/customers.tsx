import type { FormEvent } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { consoleCustomers, findCustomers } from '#domain/console/contract.ts'
import type { ItemOf } from '#domain/list.ts'
import { utcMinute } from '#domain/time.ts'
import { useApiMutation } from '#web/app/use-api.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { useMay } from '../app/session.ts'
import { t } from '../texts.ts'
import { CustomerLink, customerPath } from '../ui/customer-link.tsx'
import { DataTable } from '../ui/data-table.tsx'
import { Page, Section } from '../ui/page.tsx'
import { Nothing, Refused } from '../ui/states.tsx'
import type { Column } from '../ui/table.tsx'
import { CustomerPage } from './customer.tsx'

/** One customer, whom the URL names; else looking one up: exactly, masked, to read only. */
export function CustomersPage() {
  const [address] = useSearchParams()
  const id = address.get('id')
  return id ? <CustomerPage key={id} id={id} /> : <LookUp />
}

function LookUp() {
  const search = useApiMutation(findCustomers)
  const [address, setAddress] = useSearchParams()
  const navigate = useNavigate()
  const mayBrowse = useMay(consoleCustomers)
  const isNobody = address.has('nobody')

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const query = String(new FormData(event.currentTarget).get('query')).trim()
    const found = query === '' ? undefined : await search.send({ query })
    const customer = found?.items[0]
    if (customer) navigate(customerPath(customer.id))
    else if (found) setAddress({ nobody: '1' })
  }

  return (
    <Page title={t('customers.title')} summary={t('customers.summary')}>
      <form onSubmit={submit} className="flex max-w-140 items-start gap-3 p-5">
        <Field
          className="min-w-0 flex-1"
          label={t('customers.query')}
          name="query"
          autoComplete="off"
          autoFocus
        />
        <Button type="submit" className="min-h-14" kind="primary" isPending={search.isPending}>
          {t('customers.look')}
        </Button>
      </form>
      <div className="px-5">
        <Refused error={search.error} />
      </div>
      {(isNobody || !mayBrowse) && (
        <Nothing
          title={isNobody ? t('customers.nobody') : t('customers.start')}
          text={t('customers.nobody_text')}
        />
      )}
      {mayBrowse && (
        <Section title={t('customers.browse')} text={t('customers.browse_text')}>
          <DataTable
            endpoint={consoleCustomers}
            label={t('customers.browse')}
            empty={t('customers.none')}
            isDense
            columns={columns}
            keyOf={(row) => row.id}
            onChoose={(row) => navigate(customerPath(row.id))}
          />
        </Section>
      )}
    </Page>
  )
}

const columns: Column<ItemOf<typeof consoleCustomers>>[] = [
  {
    title: t('customers.column_customer'),
    cell: ({ id, contact }) => <CustomerLink id={id}>{contact}</CustomerLink>,
  },
  { title: 'ID', cell: ({ id }) => <span className="figures text-t2">{id}</span> },
  { title: t('customers.column_nickname'), isWide: true, cell: ({ nickname }) => nickname ?? '–' },
  { title: t('customers.tier'), cell: ({ tier }) => t(`customers.tier_${tier}`) },
  {
    title: t('customers.column_since'),
    sort: 'time',
    align: 'right',
    cell: ({ createdAtMs }) => <span className="whitespace-nowrap text-t2">{utcMinute(createdAtMs)}</span>,
  },
]
