import type { Messages } from './messages.ts'

export const kor: Messages = {
  PARAMETER_ERROR: '매개변수 오류: {field}',
  BODY_TOO_LARGE: '요청이 너무 큽니다',
  NOT_FOUND: '찾을 수 없습니다',
  METHOD_NOT_ALLOWED: '이 호출은 해당 방식을 지원하지 않습니다',
  SESSION_EXPIRED: '먼저 로그인해 주세요',
  KYC_REQUIRED: '본인 인증을 완료해 주세요',
  TOO_MANY_REQUESTS: '시도가 너무 많습니다. {seconds}초 후 다시 시도해 주세요',
  SERVICE_UNAVAILABLE: '서비스를 잠시 이용할 수 없습니다. 다시 시도해 주세요. 중복 처리되지 않습니다',
  INTERNAL: '당사 측에 문제가 발생했습니다. 처리된 것은 없습니다. 참조 번호 {reference}',
  IDEMPOTENCY_KEY_REUSED: '이 요청은 다른 내용으로 이미 전송되었습니다',
  INSUFFICIENT_BALANCE: '사용 가능 잔액이 부족합니다',
  AMOUNT_INVALID: '올바른 금액을 입력해 주세요',
  AMOUNT_TOO_PRECISE: '{currency}은(는) 소수점 {decimals}자리까지 입력할 수 있습니다',
  AMOUNT_TOO_SMALL: '최소 금액은 {minimum} {currency}입니다',
  AMOUNT_TOO_LARGE: '최대 금액은 {maximum} {currency}입니다',
  CURRENCY_UNKNOWN: '지원하지 않는 통화입니다',
  INSTRUMENT_UNKNOWN: '지원하지 않는 종목입니다',
}
