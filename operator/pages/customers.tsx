import type { FormEvent } from 'react'
import { useSearchParams } from 'react-router'
import { type ConsoleProductBalance, consoleCustomer, findCustomers } from '#domain/console/contract.ts'
import type { OutputOf } from '#domain/endpoint.ts'
import { useApiMutation, useApiQuery } from '#web/app/use-api.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { useProducts } from '../app/products.ts'
import { dateUtc } from '../format.ts'
import { t } from '../texts.ts'
import { amountColumn } from '../ui/columns.tsx'
import { Page, Section } from '../ui/page.tsx'
import { Answered, Nothing, Refused } from '../ui/states.tsx'
import { type Column, Table } from '../ui/table.tsx'

type Customer = OutputOf<typeof consoleCustomer>

/** Looking up one customer: exactly, masked, to read only. */
export function CustomersPage() {
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
    <Page title={t('customers.title')} summary={t('customers.summary')}>
      <form onSubmit={submit} className="flex max-w-140 items-start gap-3 p-5">
        <Field
          className="min-w-0 flex-1"
          label={t('customers.query')}
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
          {t('customers.look')}
        </Button>
      </form>
      <div className="px-5">
        <Refused error={search.error} />
      </div>
      {id && <CustomerCard id={id} />}
      {!id && (
        <Nothing
          title={isNobody ? t('customers.nobody') : t('customers.start')}
          text={t('customers.nobody_text')}
        />
      )}
    </Page>
  )
}

function CustomerCard({ id }: { id: string }) {
  const call = useApiQuery(consoleCustomer, { id })
  const products = useProducts()
  return (
    <Answered call={call}>
      {(customer) => (
        <>
          <section className="border-y border-line px-5 py-4">
            <h2 className="text-17">{customer.nickname ?? customer.contact}</h2>
            <p className="figures text-13 text-t2">
              {customer.id} · {customer.contact} ·{' '}
              {t('customers.since', { date: dateUtc(customer.createdAtMs) })}
              {customer.isDemo && (
                <span className="ml-2 rounded-4 bg-demo px-1.5 text-11 text-ink">{t('customers.demo')}</span>
              )}
            </p>
          </section>
          <Section title={t('customers.balances')} text={t('customers.read_only')}>
            {customer.balances.length === 0 ? (
              <Nothing title={t('customers.no_balances')} />
            ) : (
              <Table
                label={t('customers.balances')}
                isDense
                columns={balanceColumns}
                rows={customer.balances}
                keyOf={({ currency, walletType }) => `${currency} ${walletType}`}
              />
            )}
          </Section>
          {[...Map.groupBy(customer.productBalances, ({ product }) => product)].map(([product, balances]) => {
            const title = products.find(({ name }) => name === product)?.title ?? product
            return (
              <Section key={product} title={title}>
                <Table
                  label={title}
                  isDense
                  columns={productColumns}
                  rows={balances}
                  keyOf={({ currency }) => currency}
                />
              </Section>
            )
          })}
        </>
      )}
    </Answered>
  )
}

const currencyColumn: Column<{ currency: string }> = {
  title: t('common.currency'),
  cell: ({ currency }) => <strong>{currency}</strong>,
}

const balanceColumns: Column<Customer['balances'][number]>[] = [
  currencyColumn,
  { title: t('customers.column_wallet'), cell: ({ walletType }) => walletType },
  amountColumn(t('customers.column_available'), 'available'),
  amountColumn(t('customers.column_held'), 'held'),
]

const productColumns: Column<ConsoleProductBalance>[] = [
  currencyColumn,
  amountColumn(t('customers.product_principal'), 'principal'),
  amountColumn(t('customers.product_interest'), 'interestTotal'),
]
