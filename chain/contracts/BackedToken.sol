// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {AccessControlEnumerable} from "@openzeppelin/contracts/access/extensions/AccessControlEnumerable.sol";
import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";
import {ERC20Permit} from "@openzeppelin/contracts/token/ERC20/extensions/ERC20Permit.sol";
import {Pausable} from "@openzeppelin/contracts/utils/Pausable.sol";
import {IBackedToken} from "./interfaces/IBackedToken.sol";
import {IBurnable} from "./interfaces/IBurnable.sol";
import {Reserve} from "./Reserve.sol";
import {Settlement} from "./Settlement.sol";

/// @title A token with gold behind it
/// @notice The issuer mints into the treasury and nowhere else, and never above the share that was attested in the reserve.
/// Units are burnt in our own wallets only, so that the supply is always what the books say. Nobody can take units from a
/// holder: there is no such function for any role.
abstract contract BackedToken is ERC20Permit, Pausable, AccessControlEnumerable, IBackedToken, IBurnable {
    /// @notice The keys behind a token, each with one thing to do.
    struct Keys {
        address admin;
        address issuer;
        address pauser;
    }

    /// @notice Who mints.
    bytes32 public constant ISSUER_ROLE = keccak256("ISSUER_ROLE");

    /// @notice Who may stop everything.
    bytes32 public constant PAUSER_ROLE = keccak256("PAUSER_ROLE");

    Reserve private immutable _reserve;
    address private immutable _settlement;
    address private immutable _treasury;
    bytes32 private immutable _walletCodeHash;

    /// @notice A tranche came into the treasury.
    /// @param amount How much.
    /// @param supply How much exists now.
    /// @param cap How much may exist.
    event Issued(uint256 amount, uint256 supply, uint256 cap);

    /// @notice Minting this would go above what was attested.
    /// @param supply How much exists.
    /// @param amount How much was to be added.
    /// @param cap How much may exist.
    error AboveReserve(uint256 supply, uint256 amount, uint256 cap);

    /// @notice Only one of our own wallets does this, and a wallet obeys the settlement contract alone.
    /// @param caller Who tried.
    error NotOurWallet(address caller);

    /// @notice Ties the token to its reserve and to the wallets, for good.
    /// @param name The token's name, which permits are signed for.
    /// @param symbol Its symbol.
    /// @param reserve_ Where the cap comes from.
    /// @param settlement_ Whose first wallet is the treasury.
    /// @param keys Who may do what.
    constructor(string memory name, string memory symbol, Reserve reserve_, Settlement settlement_, Keys memory keys)
        ERC20(name, symbol)
        ERC20Permit(name)
    {
        _reserve = reserve_;
        _settlement = address(settlement_);
        _treasury = settlement_.walletOf(settlement_.TREASURY());
        _walletCodeHash = settlement_.walletCodeHash();
        _grantRole(DEFAULT_ADMIN_ROLE, keys.admin);
        _grantRole(ISSUER_ROLE, keys.issuer);
        _grantRole(PAUSER_ROLE, keys.pauser);
    }

    /// @notice Mints a tranche into the treasury.
    /// @param amount How much, in the smallest units.
    function issue(uint256 amount) external onlyRole(ISSUER_ROLE) {
        uint256 supply = totalSupply();
        uint256 cap = _reserve.capOf(this);
        // The cap is never below the supply; subtracting keeps a huge amount from overflowing before it is refused.
        if (amount > cap - supply) revert AboveReserve(supply, amount, cap);
        _mint(_treasury, amount);
        emit Issued(amount, supply + amount, cap);
    }

    /// @inheritdoc IBurnable
    function burn(uint256 amount) external {
        if (!_isOurWallet(msg.sender)) revert NotOurWallet(msg.sender);
        _burn(msg.sender, amount);
    }

    /// @notice Stops all transfers and minting. Our own wallets still burn: after a loss of gold that is what has to be done
    /// before a smaller vault can be attested, and nobody should have to let the token go on for it.
    function pause() external onlyRole(PAUSER_ROLE) {
        _pause();
    }

    /// @notice Lets them go on. Who stops in a hurry is not who starts again.
    function unpause() external onlyRole(DEFAULT_ADMIN_ROLE) {
        _unpause();
    }

    /// @inheritdoc IBackedToken
    function reserve() external view returns (address) {
        return address(_reserve);
    }

    /// @inheritdoc IBurnable
    function settlement() external view returns (address) {
        return _settlement;
    }

    /// @notice Where everything that is minted goes.
    function treasury() external view returns (address) {
        return _treasury;
    }

    /// @inheritdoc IBackedToken
    function unitsAreGrams() external pure virtual returns (bool);

    /// @dev A stranger may deploy the same code elsewhere, but it will never call: it obeys the settlement contract, and
    /// that one calls only the wallets which it deployed itself.
    function _isOurWallet(address account) internal view returns (bool) {
        return account.codehash == _walletCodeHash;
    }

    /// @dev Only `burn` leads to nobody, and it has made sure that the caller is one of our wallets.
    function _update(address from, address to, uint256 value) internal virtual override {
        if (to != address(0)) _requireNotPaused();
        super._update(from, to, value);
    }
}
