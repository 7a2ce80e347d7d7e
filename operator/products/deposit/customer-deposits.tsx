import { useNavigate } from 'react-router'
import { ChainDepositsTable } from './chain-deposits-table.tsx'
import { DepositsTable } from './deposits-table.tsx'

/** A customer's requests for deposits; one of them opens in the page of deposits. */
export function CustomerDeposits({ customer }: { customer: string }) {
  const navigate = useNavigate()
  return (
    <DepositsTable
      customer={customer}
      onChoose={(id) => navigate(`/deposits?status=&at=${id}&q=${customer}`)}
    />
  )
}

/** Those to the customer's own addresses. */
export function CustomerChainDeposits({ customer }: { customer: string }) {
  const navigate = useNavigate()
  return (
    <ChainDepositsTable
      customer={customer}
      onChoose={(id) => navigate(`/deposits?tab=chain&at=${id}&q=${customer}`)}
    />
  )
}
