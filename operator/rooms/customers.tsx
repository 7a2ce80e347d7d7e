import type { FormEvent } from 'react'
import { useSearchParams } from 'react-router'
import { consoleCustomer, findCustomers } from '#domain/console/contract.ts'
import type { OutputOf } from '#domain/endpoint.ts'
import { useApiMutation, useApiQuery } from '#web/app/use-api.ts'
import { amount } from '#web/format/number.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { dateUtc } from '../format.ts'
import { texts } from '../texts.ts'
import { Part, Room } from '../ui/room.tsx'
import { Answered, Nothing, Refused } from '../ui/states.tsx'
import { type Column, Table } from '../ui/table.tsx'

type Customer = OutputOf<typeof consoleCustomer>

/** Looking up one customer: exactly, masked, to read only. */
export function CustomersRoom() {
  const search = useApiMutation(findCustomers)
  const [address, setAddress] = useSearchParams()
  const id = address.get('id') ?? undefined
  const isNobody = address.has('nobody')

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const query = String(new FormData(event.currentTarget).get('query')).trim()
    const found = query === '' ? undefined : await search.send({ query })
    const customer = found?.items[0]
    if (found) setAddress(customer ? { id: customer.id } : { nobody: '1' })
  }

  return (
    <Room title={texts.customers.title} summary={texts.customers.summary}>
      <form onSubmit={submit} className="flex max-w-140 items-start gap-3 p-5">
        <Field
          className="min-w-0 flex-1"
          label={texts.customers.query}
          name="query"
          autoComplete="off"
          autoFocus
        />
        <Button
          type="submit"
          className="min-h-14"
          kind={id ? 'plain' : 'primary'}
          isPending={search.isPending}
        >
          {texts.customers.look}
        </Button>
      </form>
      <div className="px-5">
        <Refused error={search.error} />
      </div>
      {id && <CustomerCard id={id} />}
      {!id && (
        <Nothing
          title={isNobody ? texts.customers.nobody : texts.customers.start}
          text={texts.customers.nobodyText}
        />
      )}
    </Room>
  )
}

function CustomerCard({ id }: { id: string }) {
  const call = useApiQuery(consoleCustomer, { id })
  return (
    <Answered call={call}>
      {(customer) => (
        <>
          <section className="border-y border-line px-5 py-4">
            <h2 className="text-17">{customer.nickname ?? customer.contact}</h2>
            <p className="figures text-13 text-t2">
              {customer.id} · {customer.contact} · {texts.customers.since(dateUtc(customer.createdAtMs))}
              {customer.isDemo && (
                <span className="ml-2 rounded-4 bg-demo px-1.5 text-11 text-ink">{texts.customers.demo}</span>
              )}
            </p>
          </section>
          <Part title={texts.customers.balances} text={texts.customers.readOnly}>
            {customer.balances.length === 0 ? (
              <Nothing title={texts.customers.noBalances} />
            ) : (
              <Table
                label={texts.customers.balances}
                isDense
                columns={balanceColumns}
                rows={customer.balances}
                keyOf={({ currency, purse }) => `${currency} ${purse}`}
              />
            )}
          </Part>
          {customer.locked.length > 0 && (
            <Part title={texts.customers.lockedTitle}>
              <Table
                label={texts.customers.lockedTitle}
                isDense
                columns={lockedColumns}
                rows={customer.locked}
                keyOf={({ currency }) => currency}
              />
            </Part>
          )}
        </>
      )}
    </Answered>
  )
}

const balanceColumns: Column<Customer['balances'][number]>[] = [
  { title: texts.customers.columns.currency, cell: ({ currency }) => <strong>{currency}</strong> },
  { title: texts.customers.columns.purse, cell: ({ purse }) => purse },
  {
    title: texts.customers.columns.available,
    align: 'right',
    cell: ({ available }) => amount(available),
  },
  { title: texts.customers.columns.held, align: 'right', cell: ({ held }) => amount(held) },
]

const lockedColumns: Column<Customer['locked'][number]>[] = [
  { title: texts.customers.columns.currency, cell: ({ currency }) => <strong>{currency}</strong> },
  {
    title: texts.customers.lockedColumns.principal,
    align: 'right',
    cell: ({ principal }) => amount(principal),
  },
  {
    title: texts.customers.lockedColumns.interest,
    align: 'right',
    cell: ({ interestTotal }) => amount(interestTotal),
  },
]
