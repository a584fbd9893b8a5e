// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

/// @title A token whose holder can destroy what he holds
/// @notice What a wallet asks of a token to burn it.
interface IBurnable {
    /// @notice Destroys tokens of the caller.
    /// @param amount How much, in the token's smallest units.
    function burn(uint256 amount) external;

    /// @notice The contract whose wallets may burn it.
    function settlement() external view returns (address);
}
