import { MARGIN_CURRENCY } from '#domain/contract/terms.ts'
import { PRACTICE_CURRENCY } from '#domain/money/currencies.ts'
import { PRACTICE, REAL, useClient } from '#web/app/client-state.ts'
import { type PageRoute, toPage } from '#web/app/page-list.ts'

/** Whether what the customer does in contracts and seconds options is practice. */
export const usePractising = (): boolean => useClient(({ accountType }) => accountType === PRACTICE)

/** What contracts are margined in: money, or what stands for it in practice. */
export const useMarginCurrency = (): string => (usePractising() ? PRACTICE_CURRENCY : MARGIN_CURRENCY)

/** Begins or leaves practice, and goes to a page. All is loaded anew: nothing typed or shown on one side stays for the other. */
export function practise(isOn: boolean, page: PageRoute): void {
  useClient.setState({ accountType: isOn ? PRACTICE : REAL })
  location.hash = toPage(page)
  location.reload()
}
