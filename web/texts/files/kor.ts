import type { Translation } from '../areas.ts'
import type { en } from './en.ts'

export const kor: Translation<typeof en> = {
  image_not_an_image: 'JPG와 PNG 이미지만 가능합니다',
  image_jpeg2000: 'JPEG 2000은 아직 지원하지 않습니다. JPG나 PNG를 보내 주세요',
  image_too_large: '이미지가 10 MB를 넘습니다',
  image_empty: '빈 파일입니다',
  image_gone: '이미지를 표시할 수 없습니다',
}
