import { useEffect } from 'react'
import { fiatRates } from '#domain/market/contract.ts'
import { useClient } from '#web/app/client-state.ts'
import { useApiQuery } from '#web/app/use-api.ts'

const REFRESH_MS = 10 * 60_000

/** The fiat currencies that values can be shown in; keeps the chosen one's rate fresh in the client state. */
export function useFiatRates() {
  const rates = useApiQuery(fiatRates, {}, { refetchMs: REFRESH_MS })
  const code = useClient((state) => state.fiat.code)
  useEffect(() => {
    const found = rates.data?.list.find((fiat) => fiat.code === code)
    if (!rates.data || !found) return
    useClient.setState({ fiat: { code, rate: found.rate, savedAtMs: rates.data.saveTime } })
  }, [rates.data, code])
  return rates
}
