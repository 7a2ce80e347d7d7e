import type { Messages } from './messages.ts'

export const hk: Messages = {
  PARAMETER_ERROR: '參數錯誤：{field}',
  BODY_TOO_LARGE: '請求內容過大',
  NOT_FOUND: '找不到',
  METHOD_NOT_ALLOWED: '此介面不支援該請求方法',
  SESSION_EXPIRED: '請先登入',
  KYC_REQUIRED: '請先完成身份認證',
  TOO_MANY_REQUESTS: '操作過於頻繁，請於 {seconds} 秒後重試',
  SERVICE_UNAVAILABLE: '服務暫時無法使用，請重試，不會重複執行',
  INTERNAL: '我們這邊出了問題，操作未執行。參考編號 {reference}',
  IDEMPOTENCY_KEY_REUSED: '此請求已以其他內容提交過',
  INSUFFICIENT_BALANCE: '可用餘額不足',
  AMOUNT_INVALID: '請輸入正確的金額',
  AMOUNT_TOO_PRECISE: '{currency} 最多允許 {decimals} 位小數',
  AMOUNT_TOO_SMALL: '最小金額為 {minimum} {currency}',
  AMOUNT_TOO_LARGE: '最大金額為 {maximum} {currency}',
  CURRENCY_UNKNOWN: '不支援此幣種',
  INSTRUMENT_UNKNOWN: '不支援此交易品種',
}
