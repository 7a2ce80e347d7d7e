import { useNavigate } from 'react-router'
import { DepositsTable } from './deposits-table.tsx'

/** A customer's deposits; one of them opens in the page of deposits. */
export function CustomerDeposits({ customer }: { customer: string }) {
  const navigate = useNavigate()
  return (
    <DepositsTable
      customer={customer}
      onChoose={(id) => navigate(`/deposits?status=&at=${id}&q=${customer}`)}
    />
  )
}
