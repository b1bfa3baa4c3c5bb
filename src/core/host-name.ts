/** A name or an IPv4 address of a machine, without scheme and port. */
export const HOST_NAME = /^[A-Za-z0-9](?:[A-Za-z0-9_.-]*[A-Za-z0-9])?$/;
