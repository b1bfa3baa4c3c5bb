/** A name or an IPv4 address of a machine, without scheme and port. */
export const HOST_NAME = /^[A-Za-z0-9](?:[A-Za-z0-9_.-]*[A-Za-z0-9])?$/;

/** The address that means every interface. A client cannot call it, so it is no name of a host. */
export const EVERY_INTERFACE = '0.0.0.0';

export const NAME_A_HOST =
  'Name the host that clients use, for example emulator or localhost. With any name, the emulator listens on every interface';
