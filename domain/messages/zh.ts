import type { Messages } from './messages.ts'

export const zh: Messages = {
  PARAMETER_ERROR: '参数错误：{field}',
  BODY_TOO_LARGE: '请求内容过大',
  NOT_FOUND: '未找到',
  METHOD_NOT_ALLOWED: '该接口不支持此请求方法',
  SESSION_EXPIRED: '请先登录',
  KYC_REQUIRED: '请先完成身份认证',
  TOO_MANY_REQUESTS: '操作过于频繁，请在 {seconds} 秒后重试',
  SERVICE_UNAVAILABLE: '服务暂时不可用，请重试，不会重复执行',
  INTERNAL: '我们这边出了问题，操作未执行。参考编号 {reference}',
  IDEMPOTENCY_KEY_REUSED: '该请求已以其他内容提交过',
  INSUFFICIENT_BALANCE: '可用余额不足',
  AMOUNT_INVALID: '请输入正确的金额',
  AMOUNT_TOO_PRECISE: '{currency} 最多允许 {decimals} 位小数',
  AMOUNT_TOO_SMALL: '最小金额为 {minimum} {currency}',
  AMOUNT_TOO_LARGE: '最大金额为 {maximum} {currency}',
  CURRENCY_UNKNOWN: '不支持该币种',
  INSTRUMENT_UNKNOWN: '不支持该交易品种',
}
