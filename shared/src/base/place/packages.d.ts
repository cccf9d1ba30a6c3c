// What is used of packages without types, or with types that are not theirs.

declare module 'open-location-code' {
  interface CodeArea {
    latitudeCenter: number;
    longitudeCenter: number;
  }
  /** `@types/open-location-code` says that these are static; they are methods. */
  export class OpenLocationCode {
    isFull(code: string): boolean;
    /** Throws where the code is not whole. */
    decode(code: string): CodeArea;
    isShort(code: string): boolean;
    /** The whole code that is meant by a short one near this place. */
    recoverNearest(code: string, latitude: number, longitude: number): string;
  }
}
